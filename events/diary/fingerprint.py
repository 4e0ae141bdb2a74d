"""A chained hash as eight words that two people can read to each other.

Sixty-four bits of the hash: enough to compare two diaries by voice, where nobody searches for a second one with the
same words. The list is fixed: its order is part of what the words mean.
"""

__all__ = ["WORDS", "fingerprint"]

_IN_ORDER = """
acorn amber anchor apple arrow aspen autumn badge baker barley basil basket beacon beaver birch bishop blanket
bonfire bottle branch bread bridge bronze brook bucket butter button cabin candle canoe canvas carpet castle
cedar chapel cherry chimney circle clover coal cobalt coffee compass copper coral cotton cradle crane cricket
crown curtain daisy dancer dawn desert diamond dolphin donkey dragon drum eagle echo elbow ember engine falcon
farmer feather fennel ferry fiddle finger flint flour forest fossil fountain fox frost garden garlic gate
ginger glacier glove goose granite grape gravel guitar hammer harbor harvest hazel heather hedge heron hill
honey hornet horse hunter icicle island ivory ivy jacket jasmine jester jewel juniper kettle kitchen kitten
knight ladder lagoon lake lantern lark laurel lemon letter lily linen lion lizard lobster locust lumber magnet
mallet maple marble market meadow melon mill mirror monkey moon moss mountain mustard needle nettle nutmeg oak
oasis ocean olive onion orange orchard otter oven owl oyster paddle palace paper parsley pasture peach pebble
pencil pepper piano pigeon pillow pine planet plum pocket pond poppy potato prairie prince pumpkin quarry
queen quilt rabbit radish rain raven ribbon river robin rocket rooster rope rose saddle saffron sailor salmon
salt sandal scarf shadow shepherd shovel silk silver sky sled smoke snow soap sparrow spider spoon spruce
squirrel stable star stone storm sugar summer sunset swallow table tailor tent thistle thunder tiger timber
torch tower trumpet tulip tunnel turtle valley vanilla velvet village violet wagon walnut water weaver wheat
whistle willow window winter wolf yarrow yellow zebra zinc
"""
WORDS = tuple(_IN_ORDER.split())
"""One for each value of a byte."""

_WORDS_SHOWN = 8


def fingerprint(h: str) -> str:
    """Eight words, with spaces between, for a chained hash in hex as a commit line has it."""
    return " ".join(WORDS[byte] for byte in bytes.fromhex(h)[:_WORDS_SHOWN])
