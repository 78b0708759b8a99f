"""Small genomes, and for every field of the schema a change to one of them that shows in play and in the rulebook."""
