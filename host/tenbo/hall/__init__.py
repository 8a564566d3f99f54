"""The desk's acts on running tables: sessions, settling, handing a game over, one clock for all."""
