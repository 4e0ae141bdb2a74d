"""What games share and no game owns: graphs, hexes, planes, bags. No word of any game."""
