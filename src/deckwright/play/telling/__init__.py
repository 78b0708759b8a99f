"""How what happened is said: sentences for one observer, in order."""
