"""A local GEMP: what a bot can be run against without a network, a real server or other people."""
