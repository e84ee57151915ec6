"""PURE: players of our own, who see what one seat may see."""
