"""Genome to program: tables, code and flow for the kernel. What a mechanic compiles to is said in its own file."""
