"""The version, for those who may not import the package's root."""

VERSION = "0.1.0"
