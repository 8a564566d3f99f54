"""Play some hands of a game, take one back, and read the records that tell it all."""

import json

import tenbo

game = tenbo.Game(names=["Anna", "Ben", "Carla", "Dai"])
game.hand()
game.riichi(2)
game.win(2, source=0, han=3, fu=40)
game.undo()  # it was Ben who won
game.win(1, source=0, han=3, fu=40)
game.hand()
game.draw(tenpai=[1])

for event in game.events:
    print(json.dumps(event))
print(game)

# The same records tell the same game, here or in `tenbo replay`.
assert tenbo.Game.replay(game.events).scores == game.scores
