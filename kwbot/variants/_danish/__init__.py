"""The rules that the two Danish partner-ace whists share; their own are in `hus` and `esmakker`."""
