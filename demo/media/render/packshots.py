"""The pictures of one product: straight on (-1), in a scene (-2), close (-3)."""
import math

import bpy

from catalogue import CATALOGUE, bounds, build
from materials import m_metal, m_travertine
from props import board, bowl, cloth, saffron, shavings, slab, sticks, water
from shadows import shadow
from studio import camera, card, daylight, glow_card, lamp, room, softbox, sweep, world

FAMILIES = {"floral": "#ebd9cf", "woody": "#e6d3b3", "fresh": "#dce0cc", "skin": "#efe6d8"}


def studio_lights(h):
    world(strength=.22, top=2.2, front=.2)
    # a window on the left, less light on the right, one above, two strips behind for the edges of the glass
    softbox((-27, -17, 27), (0, 0, h * .4), 12, 26, 46.0, (1, .95, .87), .9)
    softbox((30, -14, 15), (0, 0, h * .5), 14, 36, 4.0, (1, .93, .84), .9, False)
    softbox((0, 4, 40), (0, 0, 0), 30, 20, 6.0, (1, .96, .9), .9)
    softbox((-17, 15, 10), (0, 0, h * .5), 5, 26, 9.0, (1, .95, .88), .8, False)
    softbox((17, 15, 10), (0, 0, h * .5), 5, 26, 9.0, (1, .92, .82), .8, False)
    softbox((0, -44, 16), (0, 0, h * .5), 30, 14, 2.2, (1, .96, .9), .9, False)
    card((-9.5, -3, h * .5), (0, 0, h * .5), 2.2, h * 1.7)
    card((9.5, -3, h * .5), (0, 0, h * .5), 2.2, h * 1.7)
    glow_card((0, 9, h * .42), 20, h * 1.5, .5, (1, .93, .82))
    lamp("SPOT", (0, 4, 46), (0, 54, 15), 420000, (1, .94, .85), 6, spot_size=math.radians(58), spot_blend=1.0)


def middle(slug, lo, hi):
    """Where the camera looks: two bars of soap have their middle beside the first."""
    return (lo.x + hi.x) / 2 if slug == "charcoal-neem-soap" else 0


def straight(slug):
    """The packshot: all of the product, from the front."""
    sp = CATALOGUE[slug]
    lo, hi = bounds(build(slug))
    h, w = hi.z - lo.z, hi.x - lo.x
    sweep(FAMILIES[sp["family"]])
    studio_lights(h)
    frame = max(h * 1.42, w * 1.62, 8)
    lens = 100
    dist = frame * lens / 36
    elev = math.radians(sp.get("elev", 6))
    cx = middle(slug, lo, hi)
    target = (cx, 0, lo.z + h * .5 - frame * .02)
    camera((cx, -dist * math.cos(elev), target[2] + dist * math.sin(elev)), target, lens)


# what lies beside the product in its scene, and what it stands on
SCENES = {
    "kewra-bloom": ("stone", "water"), "mitti-after-rain": ("stone", "water"), "saffron-oud": ("wood", "saffron"), "mogra-nights": ("stone", None),
    "vetiver-coast": ("wood", None), "rose-of-kannauj": ("stone", "water"), "sandal-silk": ("wood", "sandal"), "cardamom-amber": ("stone", "sandal"),
    "tulsi-citrus": ("stone", "water"), "midnight-champa": ("stone", None), "ruh-khus-attar": ("wood", None), "gulab-attar": ("stone", "water"),
    "shamama-attar": ("wood", "saffron"), "discovery-set": ("linen", None), "kumkumadi-face-oil": ("stone", "saffron"), "rose-water-toner": ("stone", "water"),
    "ubtan-face-mask": ("wood", None), "neem-tulsi-face-wash": ("stone", None), "aloe-vetiver-gel": ("stone", "water"), "saffron-night-cream": ("stone", "saffron"),
    "sandalwood-body-oil": ("wood", "sandal"), "coconut-mogra-body-butter": ("wood", None), "charcoal-neem-soap": ("linen", None), "hibiscus-hair-oil": ("stone", "water"),
}

# other walls than the family's, for glass that would be lost before it
WALLS = {"mogra-nights": "#c99076"}
# other shadows than the usual, for a camera that looks down and sees little wall: larger, and closer to it, so that leaves stay apart
SHADOWS = {"charcoal-neem-soap": (20, 0, 44, -50, 3, 30, 11)}


def styled(slug):
    """In low sun before its family's wall, in the shadow of its plant."""
    sp = CATALOGUE[slug]
    base, beside = SCENES[slug]
    wall = WALLS.get(slug) or FAMILIES[sp["family"]]
    room(wall, wall, 30)
    z = {"stone": 1.4, "wood": 1.0, "linen": .16}[base]
    if base == "stone":
        slab(0, .4, 9.5, 7, z, m_travertine(), -5)
    elif base == "wood":
        board(0, 0, 13, 8.5, z, -6)
    else:
        cloth(0, 0, 26, 19, height=.6)
    lo, hi = bounds(build(slug, (0, 0, z), -12 if slug != "discovery-set" else -14))
    h, w = hi.z - lo.z, hi.x - lo.x
    if beside == "water":
        bowl(-7.5, -2.6, 2.1, 1.4, m_metal("brass", .24, hammered=.5))
        water(-7.5, -2.6, 1.78, .98)
    elif beside == "saffron":
        saffron(5.0, -4.4, 40, 1.4)
    elif beside == "sandal":
        sticks(-6.6, -3.6, 28, 2, 5)
        shavings(5.2, -4.6, 7, 1)
    glow_card((0, 5.5, z + h * .42), max(w * 2.2, 9), h * 1.3, .55, (1, .93, .82))
    shadow(sp["plant"], *SHADOWS.get(slug, (20, -4, 28, -28, len(slug), 30)))
    daylight()
    wide = slug in ("discovery-set", "charcoal-neem-soap")   # deep arrangements: stop down, focus in the middle
    frame = max(h * 1.6 + z, 15.5, w * (1.45 if wide else 2.6))
    lens, elev = 85, math.radians(15 if wide else 8)
    dist = frame * lens / 36
    cx = middle(slug, lo, hi)
    target = (cx, 0, z + h * .48)
    camera((cx, -dist * math.cos(elev), target[2] + dist * math.sin(elev)), target, lens, 11 if wide else 8, (cx, 0 if wide else lo.y * .85, z + h * .5))


# where each close-up looks: height as a share of the bottle's, width of the picture as another, turn of the bottle
CLOSE = {
    "kewra-bloom": (.60, .72, 16), "mitti-after-rain": (.60, .70, -20), "saffron-oud": (.50, .74, 22), "mogra-nights": (.50, .74, -14), "vetiver-coast": (.56, .66, 14),
    "rose-of-kannauj": (.52, .74, -16), "sandal-silk": (.52, .78, 18), "cardamom-amber": (.58, .66, -22), "tulsi-citrus": (.54, .68, 12), "midnight-champa": (.50, .74, -12),
}


def closeup(slug):
    """Glass, label and collar; the label's plane is sharp."""
    sp = CATALOGUE[slug]
    height, share, turn = CLOSE[slug]
    build(slug, (0, 0, 0), turn)
    sweep(FAMILIES[sp["family"]])
    bpy.context.view_layer.update()
    meshes = [o for o in bpy.data.objects if o.type == "MESH" and o.parent]
    top = max((o.matrix_world @ v.co).z for o in meshes for v in o.data.vertices)
    front = min((o.matrix_world @ v.co).y for o in meshes if o.name.startswith("label") for v in o.data.vertices)
    studio_lights(top)
    lens, frame = 100, top * share
    dist = frame * lens / 36
    elev = math.radians(8)
    target = (0, front, top * height)
    camera((0, front - dist * math.cos(elev), target[2] + dist * math.sin(elev)), target, lens, 22, target)
