"""The deg and bhapka of Kannauj: a sealed copper still on a brick furnace, a bamboo pipe, and the receiver in water. Units: cm, as a model on a table."""
import math
import random

from mathutils import Vector

from geometry import box, fillet, loft, smooth, tube_curve
from materials import m_metal, m_plain, m_wood
from props import sticks, water

CLAY = "#a9714a"


def furnace(x, y, r, h):
    """A ring of bricks in four courses, each brick above a joint, and in front the mouth for the wood."""
    rand = random.Random(4)
    bricks = [m_plain(c, .9, grain=.5, spec=.2) for c in ("#a4593a", "#b0643f", "#98523a", "#b87048")]
    loft("hearth", ("round", r - 1.1), [(r - 1.1, 0), (r - 1.1, h - .1), (r * .6, h - .1)], m_plain("#5d4031", .95, grain=.5, spec=.1), loc=(x, y, 0), caps=(True, False))
    courses, around, mouth = 4, 15, math.radians(-84)
    high = h / courses
    for course in range(courses):
        for k in range(around):
            a = 2 * math.pi * (k + course % 2 / 2) / around
            off = abs((a - mouth + math.pi) % (2 * math.pi) - math.pi)
            if course < 2 and off < .35:
                continue
            box("brick", 2 * math.pi * r / around - .1, 1.2, high - .06, rand.choice(bricks), None, .1,
                (x + (r - .5) * math.cos(a), y + (r - .5) * math.sin(a), course * high + .02), (0, 0, a + math.pi / 2 + rand.uniform(-.02, .02)))


def rope(points, turns, r, mat, start, end):
    """Coils of straw rope around a straight pipe, from one share of its length to another."""
    a, b = map(Vector, points)
    along = (b - a).normalized()
    side = along.cross(Vector((0, 1, 0))).normalized()
    other = along.cross(side)
    coils = []
    for k in range(turns * 12 + 1):
        t, th = k / (turns * 12), 2 * math.pi * k / 12
        coils.append(a.lerp(b, start + (end - start) * t) + r * (math.cos(th) * side + math.sin(th) * other))
    tube_curve("rope", [tuple(p) for p in coils], .13, mat, res=3)


def bamboo(a, b, r, mat, joints=4):
    """A straight cane with its nodes."""
    a, b = Vector(a), Vector(b)
    length = (b - a).length
    pts = []
    for k in range(joints):
        z0, z1 = length * k / joints, length * (k + 1) / joints
        pts += [(r, z0 + .16), (r * .95, z0 + (z1 - z0) * .5), (r, z1 - .14), (r * 1.12, z1 - .04), (r * 1.12, z1 + .04)]
    ob = loft("chonga", ("round", r), [(r * .7, 0), (r, 0)] + smooth(pts[:-2], 4) + [(r, length), (r * .7, length)], mat)
    ob.location = a
    ob.rotation_euler = (b - a).to_track_quat("Z", "Y").to_euler()


def deg(x, y, z, r, copper, seal):
    """A copper pot, its lid sealed with clay."""
    body = [(r * .55, 0), (r * .86, r * .22), (r, r * .62), (r * .93, r * .98), (r * .66, r * 1.3), (r * .52, r * 1.42), (r * .5, r * 1.56)]
    loft("deg", ("round", r), smooth(body, 10), copper, loc=(x, y, z))
    loft("rim", ("round", r), fillet([(r * .4, 0), (r * .6, 0, .1), (r * .6, .3, .1), (r * .4, .3)], 5), copper, loc=(x, y, z + r * 1.54))
    loft("seal", ("round", r), smooth([(r * .5, 0), (r * .64, .1), (r * .66, .38), (r * .58, .62), (r * .4, .7)], 8), seal, loc=(x, y, z + r * 1.54 + .16))
    lid = [(r * .55, 0), (r * .54, .28), (r * .42, .7), (r * .2, .98), (r * .1, 1.05), (r * .09, 1.3), (r * .13, 1.45), (r * .12, 1.66), (.04, 1.76)]
    loft("lid", ("round", r), smooth(lid, 8), copper, loc=(x, y, z + r * 1.54 + .62))
    return z + r * 1.54 + .95


def bhapka(x, y, z, r, copper):
    """A round copper flask with a long neck; returns the height of its mouth."""
    h = r * 2.9
    loft("bhapka", ("round", r), smooth([(r * .4, 0), (r * .85, r * .25), (r, r * .85), (r * .8, r * 1.4), (r * .36, r * 1.8), (r * .27, r * 2.2), (r * .3, h - .3), (r * .42, h - .05), (r * .38, h), (r * .26, h - .04)], 8), copper, loc=(x, y, z))
    return z + h


def distillery(x, y):
    """Furnace and deg at x, y, the bhapka in its tub of water to the right and before it."""
    copper = m_metal("#c98055", .3, hammered=.35)
    seal = m_plain("#d0b48c", .95, grain=.7, spec=.1)
    straw = m_plain("#b8965e", .9, grain=.6, spec=.1)
    furnace(x, y, 5.2, 4.6)
    sticks(x + 1.2, y - 6.6, 68, 2, 5.4, 0, 9, "#a97e52", "#6d4a2e")
    top = deg(x, y, 3.5, 4.7, copper, seal)
    bx, by, r = x + 13.4, y - 2.2, 4.1
    tub = fillet([(r * .5, 0), (r * .93, 0, .3), (r, 3.4, .18), (r - .42, 3.4, .18), (r * .84, .5, .3), (r * .4, .45)], 6)
    loft("tub", ("round", r), tub, m_plain(CLAY, .85, grain=.6, spec=.2), loc=(bx, by, 0), caps=(True, True))
    water(bx, by, r - .5, 2.75)
    mouth = bhapka(bx, by, .6, 2.15, copper)
    cane = m_wood("#c7a667", "#a8854a", .7, .5, 2)
    pipe = ((x + 1.6, y - .5, top), (bx - .1, by, mouth + .1))
    bamboo(*pipe, .42, cane)
    rope(pipe, 6, .5, straw, .0, .1)
    rope(pipe, 7, .5, straw, .9, .99)
