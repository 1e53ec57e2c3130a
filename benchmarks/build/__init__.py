"""What a whole build of the corpora costs, by step."""
