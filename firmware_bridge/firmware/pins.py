"""Which pin of a Raspberry Pi Pico does what. `board.py` wires by it, docs/wiring.md is made from it."""

DATA_IN = 16
LOAD = 17
CLOCK = 18
ECHO = 19
LAMPS = 22
KEYS = (2, 3, 4, 5, 6, 7)
SELECT = (10, 11, 12, 13)
CHIP = (14, 15)
BANKS = (26, 27)
SUPPLY = 28

TABLE = (
    (21, DATA_IN, "SPI0 RX", "QH of chip 0, the one nearest the hub"),
    (22, LOAD, "PL", "PL (load) of every chip, low loads"),
    (24, CLOCK, "SPI0 SCK", "CLK of every chip"),
    (25, ECHO, "SER", "SER of the last chip: the chain's echo"),
    (29, LAMPS, "lamp data", "WS2812 lamps, through a 74AHCT125"),
    (4, KEYS[0], "key 0", "Ask, to ground"),
    (5, KEYS[1], "key 1", "Back, to ground"),
    (6, KEYS[2], "key 2", "No, to ground"),
    (7, KEYS[3], "key 3", "Repeat, to ground"),
    (9, KEYS[4], "key 4", "Forward, to ground"),
    (10, KEYS[5], "key 5", "Yes, to ground"),
    (14, SELECT[0], "S0", "S0 of every 74HC4067"),
    (15, SELECT[1], "S1", "S1 of every 74HC4067"),
    (16, SELECT[2], "S2", "S2 of every 74HC4067"),
    (17, SELECT[3], "S3", "S3 of every 74HC4067"),
    (19, CHIP[0], "A", "A of the 74HC139: which multiplexer"),
    (20, CHIP[1], "B", "B of the 74HC139: which multiplexer"),
    (31, BANKS[0], "ADC0", "common of sites 0 to 63, 4.7 kΩ to 3V3"),
    (32, BANKS[1], "ADC1", "common of sites 64 to 127, 4.7 kΩ to 3V3"),
    (34, SUPPLY, "ADC2", "5 V through 10 kΩ, 10 kΩ to ground"),
)
"""Pin of the board, GP number, name, what it goes to."""
