"""One model of the board: cards in play and locations, as one player may know them or as they truly are."""
