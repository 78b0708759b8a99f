"""Sections: the parts of the book that are about the genome as a whole."""
