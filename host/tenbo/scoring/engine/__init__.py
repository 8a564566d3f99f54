"""The machinery of the scorer: integers that add up, and tables that are filled when they are first asked.

    memo             tables that fill themselves
    reading_features
                     the features of a reading, as fields of one integer
    suit_readings    every way to read the tiles of a suit as groups
    honour_readings, seven_pairs, meld_features
                     the same for honours, for seven pairs and for melds
    winning_tile     the groups that the winning tile may have completed, and the change for each
    shape_yaku       the yaku of a reading, from its shape
    yaku_values      the value of a set of yaku under one book
    payment_tables   the payments of a book for han and fu
    scorer           the loop that combines them, for one book, seat wind and round wind
    three_player_scorer
                     the same where three play
    scorer_cache     the scorer of a book and of its winds, made once
    unknown_wait     the same without pinfu and waits (Austria, 3.6.1.1)

Everything here may change with any release; `tenbo.scoring` is the public interface.
"""
