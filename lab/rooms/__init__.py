"""Whole tables in rooms: what a camera of any kind makes of a board, by a seed.

A board's print lies on a table (`surface`; of our own sheets: `printed`). Tokens, pins, hands and litter
stand and hang over it (`laid_table`), some of them fallen or foreign (`mishaps`), lamps light it and throw
shadows (`stage`), a camera stands somewhere (`camera_stand`), and its lens and sensor make a picture of it
(`lens`). `sample` is one picture of the public benchmark, with what stands on each of its places.

Deliberately absent: anything that the reader has learnt from. These pictures are for measuring alone, so
`training` and this folder know nothing of each other.
"""
