"""Games without people: scripts, simulated devices, clumsy people, and the truth beside what was told."""
