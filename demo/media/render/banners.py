"""The wide pictures and tiles: heroes, promotions, the maker's table, categories. Space for words is empty wall."""
from catalogue import bounds, build
from distillery import distillery
from materials import m_metal, m_travertine
from props import board, bowl, cloth, saffron, shavings, slab, sticks, water
from shadows import shadow
from studio import aim, daylight, glow_card, room

FLORAL, WOODY, FRESH, SKIN, NIGHT, CLAY = "#ebd0c2", "#e2c49c", "#cfd6b8", "#e8dcc6", "#2f5541", "#c07850"
PALE, HONEY = "#d2c1a4", "#bf9f74"


def group(items):
    """Stands (slug, x, y, z, turn) in the scene; a light card behind each bottle, seen through glass alone, lets its liquid glow."""
    for slug, x, y, z, turn in items:
        lo, hi = bounds(build(slug, (x, y, z), turn))
        glow_card((x, hi.y + 1.0, (lo.z + hi.z) / 2), (hi.x - lo.x) * 1.7, (hi.z - lo.z) * 1.25, .7, (1, .93, .82))


def hero_perfumes(upright=False):
    """Five perfumes on travertine in the shadow of a pandanus; words left, or above."""
    room(WOODY, "#dcc19c")
    o = 0 if upright else 8.6
    slab(o - .4, 3.6, 21, 8.4, 1.7, m_travertine(PALE))
    slab(o - .2, 5.0, 7.6, 5.2, 2.6, m_travertine(HONEY), 4, 1.7)
    group([("kewra-bloom", o, 4.6, 4.3, -4), ("saffron-oud", o - 7.6, 3.2, 1.7, 10), ("rose-of-kannauj", o + 7.0, 3.4, 1.7, -12),
           ("vetiver-coast", o - 4.1, -2.7, 0, 6), ("midnight-champa", o + 3.4, -3.0, 0, -8)])
    saffron(o + 9.2, -3.6, 46, 1.5)
    if upright:
        shadow("pandanus", 18, -4, 26, -24, 4)
        aim(25.5, o, 12.2, w=4, h=5, above=.35)
    else:
        shadow("pandanus", 27, -7, 42, -26, 4)
        aim(48, 0, 7.5, w=24, h=10)
    daylight()


def hero_skincare(upright=False):
    """Face care on travertine and wood in the shadow of neem; words right, or above."""
    room(SKIN, "#e2d6c0")
    o = 0 if upright else -9.4
    slab(o - 5.4, 4.0, 11, 6.4, 2.8, m_travertine(PALE))
    board(o + 7.6, 3.4, 9, 7, 1.0, -5)
    group([("rose-water-toner", o - 8.2, 3.8, 2.8, 8), ("kumkumadi-face-oil", o - 3.4, 3.6, 2.8, -4), ("neem-tulsi-face-wash", o + 7.8, 3.0, 1.0, -8),
           ("ubtan-face-mask", o + 2.4, -3.0, 0, -4), ("saffron-night-cream", o - 5.6, -4.2, 0, 6)])
    if upright:
        shadow("neem", -15, 0, 27, 20, 5)
        aim(25.5, o + .4, 12.2, w=4, h=5, above=.35)
    else:
        shadow("neem", -25, -5, 38, 18, 5)
        aim(49, 0, 7.8, w=24, h=10)
    daylight()


def hero_attars(upright=False):
    """Three attars on stone before a green wall, with a brass bowl; words left, or above."""
    room(NIGHT, "#1b3a2a")
    o = 0 if upright else 6.4
    slab(o - 4.2, 1.8, 4.6, 4.6, 2.0, m_travertine("#8d7a60"), 8)
    slab(o + .5, 3.4, 5.0, 4.8, 3.4, m_travertine("#a08c70"), -3)
    slab(o + 5.0, 1.4, 4.4, 4.4, 1.1, m_travertine("#8d7a60"), -9)
    group([("ruh-khus-attar", o - 4.2, 1.6, 2.0, 8), ("gulab-attar", o + .5, 3.2, 3.4, 0), ("shamama-attar", o + 5.0, 1.2, 1.1, -10)])
    bowl(o - .6, -3.0, 2.1, 1.3, m_metal("brass", .24, hammered=.5))
    saffron(o - .6, -3.0, 44, 1.1, 1.0, 3, .5)
    saffron(o + 3.4, -3.6, 16, .9, .06, 5, .2)
    if upright:
        shadow("khus", 15, -4, 19, -20, 3)
        aim(20.5, o + .4, 9.7, w=4, h=5, above=.35)
    else:
        shadow("khus", 23, -9, 32, -24, 3)
        aim(36, .2, 5.9, w=24, h=10)
    daylight(5.8, .34, 2.2, 5)


def promo_gifting(upright=False):
    """The Discovery Set on linen, on a clay-coloured ground; words left, or above."""
    room(CLAY, "#cb8a62")
    o = 4.2 if upright else 5.6
    cloth(o + .9, -1, 25, 19, "#efe4d0", -10, height=.7, seed=6)
    build("discovery-set", (o, -.4, .16), -10)
    daylight()
    if upright:
        shadow("jasmine", 24, 3, 28, -30, 4)
        aim(24.5, 0, 3.6, 15, w=3, h=2, above=.667)
    else:
        shadow("jasmine", 24, 2, 30, -38, 4)
        aim(31, .5, 5.0, 15, w=3, h=2)


def promo_body():
    """Body oil and body butter on wood; words right."""
    room(FRESH, "#d5d5bb")
    board(-5.6, .4, 16, 9.5, 1.0, 5)
    group([("sandalwood-body-oil", -8.4, 1.2, 1.0, 12), ("coconut-mogra-body-butter", -3.0, -.6, 1.0, -6)])
    sticks(5.2, -1.4, 24, 3, 6)
    shavings(3.4, -3.6, 9, 1.4)
    shadow("sandal", 22, -4, 32, -30, 6)
    daylight()
    aim(31, .4, 6.0, 9, w=3, h=2)


def atelier():
    """The maker's table: deg and bhapka, and three bottles on wood."""
    room(WOODY, "#d9c0a0", 30)
    distillery(-14.6, 5)
    cloth(10.5, -1.5, 24, 19, "#efe4d0", -5, height=.8, seed=6)
    board(10.5, .4, 14, 8.5, .9, -6, .15)
    group([("rose-of-kannauj", 7.8, 1.2, 1.06, 10), ("gulab-attar", 12.2, -.6, 1.06, -6), ("kumkumadi-face-oil", 15.2, 1.8, 1.06, -14)])
    sticks(19.6, -3.0, 28, 2, 5)
    shadow("pandanus", 24, -6, 36, -28, 8, 30)
    daylight()
    aim(44, .8, 7.2, 8, w=20, h=11)


def beside_words(height, z, elev=9):
    """Three times as wide as `height`, what stands around x = 0 at three quarters of the width; words left."""
    aim(3 * height, -.78 * height, z, elev, w=3, h=1)


def perfumes():
    room(WOODY, "#dcc19c", clouds=.35)
    slab(0, 3.4, 8, 5.4, 2.6, m_travertine(PALE), 3)
    group([("kewra-bloom", 0, 3.2, 2.6, 0), ("saffron-oud", -4.9, -1.6, 0, 12), ("tulsi-citrus", 4.9, -1.4, 0, -10)])
    shadow("pandanus", 22, -6, 32, -26, 4)
    beside_words(20.5, 6.4)


def attars():
    room(NIGHT, "#1e412f", clouds=.35)
    slab(0, 2.2, 4.8, 4.4, 2.2, m_travertine(PALE), 4)
    group([("shamama-attar", 0, 2, 2.2, 0), ("ruh-khus-attar", -3.5, -1.4, 0, 10), ("gulab-attar", 3.5, -1.4, 0, -10)])
    saffron(5.2, -2.6, 18, .9)
    shadow("khus", 22, -7, 26, -24, 3)
    beside_words(17, 5.4)


def gift_sets():
    room(FLORAL, "#e6d0c0", clouds=.35)
    cloth(0, -1, 24, 18, "#f1e8d8", 8, height=.6, seed=4)
    build("discovery-set", (0, -.4, .16), -14)
    shadow("jasmine", 24, -3, 30, -42, 4)
    beside_words(21.5, 4.2, 17)


def face_care():
    room(SKIN, "#e2d6c0", clouds=.35)
    slab(0, 3.4, 13, 6.4, 2.0, m_travertine(PALE), 3)
    group([("rose-water-toner", -3.2, 3.0, 2.0, 8), ("kumkumadi-face-oil", 2.8, 3.0, 2.0, -8), ("saffron-night-cream", .6, -3.8, 0, 4)])
    shadow("neem", 22, -4, 28, -28, 5)
    beside_words(23.5, 6.8)


def body_care():
    room(WOODY, "#dcc6a5", clouds=.35)
    board(0, 0, 15, 10, 1.0, 5)
    group([("sandalwood-body-oil", -2.8, 1.4, 1.0, 10), ("coconut-mogra-body-butter", 3.0, -.6, 1.0, -8)])
    shavings(-6.6, -4.4, 8, 1.1)
    shadow("sandal", 20, -4, 28, -28, 6)
    beside_words(21.5, 5.9)


def hair_care():
    room(FLORAL, "#e2cbb9", clouds=.35)
    slab(0, .4, 8, 6, 1.6, m_travertine(PALE), 4)
    group([("hibiscus-hair-oil", 0, .4, 1.6, -8)])
    bowl(-6.9, -2.4, 2.4, 1.5, m_metal("brass", .24, hammered=.5))
    water(-6.9, -2.4, 2.05, 1.05)
    shadow("jasmine", 18, -2, 26, -26, 7)
    beside_words(21.5, 7.3)


def category(build_tile):
    build_tile()
    daylight(*((5.8, .34, 2.2, 5) if build_tile is attars else ()))
