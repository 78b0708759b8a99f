"""Grammar: numbers, plurals, lists, agreement of verbs, and who a sentence is about. It knows no genome."""
