"""Recipes of worlds: each makes a draft from a specification and a seed."""
