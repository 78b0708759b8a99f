"""The language in which games are written: schema, files, expressions, validation and the compiler."""
