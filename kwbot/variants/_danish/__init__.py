"""What the two Danish partner-ace whists share; their own rules are in `hus` and `esmakker`."""
