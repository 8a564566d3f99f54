"""The machinery of the scorer: integers that add up, and tables that are filled when they are first asked.

    memo             tables that fill themselves
    features         what the rules ask about a reading, as fields of one integer
    suits            every way to see the tiles of a suit as groups
    honours, seven_pairs, meld_entries
                     the same for honours, for seven pairs and for melds
    winning_tile     which group the winning tile may have completed, and what that changes
    group_positions  where runs and triplets stand, for straights and for sets in three suits
    shapes           from the shape of a reading to the yaku it holds
    yaku_values      what a set of yaku is worth under one book
    payout           what a book pays for han and fu
    scorer           the loop that puts them together, for one book, seat wind and round wind
    unknown_wait     the same without pinfu and waits (Austria, 3.6.1.1)

What is here may change with any release; `tenbo.scoring` is the face of it.
"""
