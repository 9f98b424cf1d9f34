"""The table of materials, by what they are found on."""
