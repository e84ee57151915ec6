"""The Debian packages of Fingerpost: wheels by their hashes → an environment → the same bytes each time.

`targets` names what is built for, `locked` reads the locks, `wheels` fetches, `environment` fills
/opt/fingerpost, `files` lays out the rest, `control` writes what dpkg reads, `bom` lists what is in it.
Absent on purpose: debhelper, so that a build needs nothing but dpkg-deb and Python.
"""
