"""Genome to program: tables, code and flow for the kernel."""

from deckwright.genome.compile.compiler import compile_genome, try_compile
from deckwright.genome.compile.program import Names, Program

__all__ = ["Names", "Program", "compile_genome", "try_compile"]
