"""SHELL: the application: command line, config, devices, nodes, broker, doctor."""
