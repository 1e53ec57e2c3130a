"""The passages of pages, and how well they belong to a domain."""
