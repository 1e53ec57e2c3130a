"""Accuracy and speed of the extraction and of other extractors, and the cost of the whole job on a large dump."""
