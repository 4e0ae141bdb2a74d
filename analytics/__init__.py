"""Many games at once: the archive, its tables, queries and reports."""
