"""The rules common to the two Danish partner-ace whists; their own are in `hus` and `esmakker`."""
