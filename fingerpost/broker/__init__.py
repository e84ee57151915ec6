"""SHELL: the broker of a house: files, certificates, users, roles, and whether all is as it should be."""
