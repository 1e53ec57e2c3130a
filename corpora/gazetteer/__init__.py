"""The gazetteer: which names of an entity list it has, and where they stand in running text."""
