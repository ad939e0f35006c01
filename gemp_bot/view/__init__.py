"""A game as it may be seen from one seat: what every page, report and story is made of."""
