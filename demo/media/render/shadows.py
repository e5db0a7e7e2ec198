"""The plant is never shown, its shadow is: silhouettes between the sun and the wall, unseen by the camera.

A silhouette is drawn where its shadow shall fall, in cm on the wall, and then moved towards the sun.
"""
import math
import random

from geometry import mesh_obj
from materials import m_plain
from studio import sun_direction


class Silhouette:
    """Strips along spines; all coordinates are the shadow's, x to the right and z upwards."""

    def __init__(self, distance):
        self.verts, self.faces, self.distance = [], [], distance

    def strip(self, x, z, angle, length, width, bend=0.0, steps=14, near=0.0):
        """Grows from (x, z); angle 0 points up, positive to the right; bend in radians along the length.

        width(t) is the full width at t from 0 to 1; `near` moves the strip so many cm closer to the wall: its edge gets sharper.
        """
        o = len(self.verts)
        for k in range(steps + 1):
            t = k / steps
            a = angle + bend * t
            nx, nz = math.cos(a), -math.sin(a)
            w = width(t) / 2
            for side in (-1, 1):
                self.verts.append((x + side * w * nx, z + side * w * nz, self.distance - near))
            x, z = x + math.sin(a) * length / steps, z + math.cos(a) * length / steps
        self.faces += [(o + 2 * k, o + 2 * k + 1, o + 2 * k + 3, o + 2 * k + 2) for k in range(steps)]
        return x, z

    def leaf(self, x, z, angle, length, width, bend=0.0, near=0.0):
        self.strip(x, z, angle, length, lambda t: width * math.sin(math.pi * min(1, t ** .8)) ** .8 + .02, bend, 10, near)

    def stem(self, x, z, angle, length, width, bend=0.0, count=8):
        """Draws a stem; yields `count` places on it as (t, x, z, angle)."""
        self.strip(x, z, angle, length, lambda t: width * (1 - .6 * t), bend)
        places, step = [], length / 60
        for k in range(60):
            a = angle + bend * k / 60
            x, z = x + math.sin(a) * step, z + math.cos(a) * step
            if (k + 1) % max(1, 60 // count) == 0:
                places.append(((k + 1) / 60, x, z, a))
        return places

    def cast(self, wall_y):
        d = sun_direction()
        vs = [(x + d.x * far, wall_y + d.y * far, z + d.z * far) for x, z, far in self.verts]
        ob = mesh_obj("silhouette", vs, self.faces, m_plain("#20301c", .8), smooth=False)
        ob.visible_camera = ob.visible_glossy = ob.visible_transmission = ob.visible_diffuse = False
        return ob


def pandanus(s, x, z, size, turn, r):
    """Sword leaves from one point, the outer ones falling over."""
    for k in range(11):
        a = turn + (k / 10 - .5) * 2.1 + r.uniform(-.08, .08)
        side = 1 if a > turn else -1
        length, width = size * r.uniform(.75, 1.05), size * r.uniform(.06, .085)
        s.strip(x, z, a, length, lambda t: width * (1 - t) ** .6 * min(1, .45 + t * 4), side * r.uniform(.15, .6) * abs(a - turn), 18, r.uniform(-8, 10))


def rose(s, x, z, size, turn, r):
    """A bending shoot with leaves of five leaflets."""
    for t, px, pz, a in s.stem(x, z, turn, size, size * .025, r.choice((-.5, .5)), 6)[1:]:
        side = 1 if int(t * 6) % 2 else -1
        b = a + side * 1.0
        length = size * .3 * (1.15 - .5 * t)
        for u, qx, qz, c in s.stem(px, pz, b, length, size * .012, side * .3, 2):
            for k in (-1, 1):
                s.leaf(qx, qz, c + k * 1.1, length * .5, length * .3, near=r.uniform(0, 10))
        s.leaf(qx, qz, c, length * .55, length * .34, near=r.uniform(0, 10))


def jasmine(s, x, z, size, turn, r):
    """Pairs of oval leaves and a few open flowers."""
    for t, px, pz, a in s.stem(x, z, turn, size, size * .02, r.choice((-.6, .6)), 7):
        for side in (-1, 1):
            s.leaf(px, pz, a + side * r.uniform(.8, 1.15), size * .24 * (1.1 - .4 * t), size * .1, side * .3, r.uniform(0, 12))
    for _ in range(3):
        fx, fz = px + r.uniform(-.16, .16) * size, pz + r.uniform(-.06, .16) * size
        for k in range(5):
            s.leaf(fx, fz, k * 2 * math.pi / 5 + .3, size * .085, size * .045, near=8)


def khus(s, x, z, size, turn, r):
    """A tuft of vetiver grass."""
    for _ in range(22):
        a = turn + r.gauss(0, .42)
        width = size * r.uniform(.02, .034)
        s.strip(x + r.uniform(-.06, .06) * size, z, a, size * r.uniform(.7, 1.1), lambda t: width * (1 - t) ** .5,
                (a - turn) * r.uniform(.6, 1.8), 14, r.uniform(-8, 14))


def neem(s, x, z, size, turn, r):
    """Long leaves of many curved leaflets."""
    for k in range(4):
        a = turn + (k - 1.5) * .55 + r.uniform(-.1, .1)
        bend = (a - turn) * .5 + .25
        for t, px, pz, b in s.stem(x, z, a, size * r.uniform(.85, 1.05), size * .014, bend, 12)[2:]:
            length = size * .2 * (1.05 - .5 * t)
            for side in (-1, 1):
                s.leaf(px, pz, b + side * 1.0, length, length * .27, -side * .45, r.uniform(0, 8))
        s.leaf(px, pz, b, size * .12, size * .035, near=4)


def sandal(s, x, z, size, turn, r):
    """A twig with pairs of long oval leaves."""
    for k in (-.35, .3):
        for t, px, pz, a in s.stem(x, z, turn + k, size, size * .022, -k, 7)[1:]:
            for side in (-1, 1):
                s.leaf(px, pz, a + side * r.uniform(.7, 1.0), size * .26 * (1.15 - .5 * t), size * .085, side * .2, r.uniform(-4, 10))


PLANTS = {f.__name__: f for f in (pandanus, rose, jasmine, khus, neem, sandal)}


def shadow(plant, x, z, size, turn=0.0, seed=1, wall_y=34, distance=26):
    """Casts the plant's shadow on the wall, growing from (x, z); turn in degrees to the right."""
    s = Silhouette(distance)
    PLANTS[plant](s, x, z, size, math.radians(turn), random.Random(seed))
    return s.cast(wall_y)
