"""What the two Danish partner-ace whists share; their own rules stand in `hus` and `esmakker`."""
