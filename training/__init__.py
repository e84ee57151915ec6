"""Draws the pictures that the site reader learns from, and teaches it; Fingerpost never imports it."""
