"""Colours, shader graphs and the cache of materials."""
import bpy



PALETTE = dict(
    ivory="#efe4d2", sand="#dcc3a2", sandstone="#cfae86", blush="#e3bfae",
    terracotta="#b4623f", clay="#8f4a2f", green="#1f3a2b", sage="#a9b391",
    moss="#5d6b45", gold="#f0cf92", brass="#dcb169", ink="#1c1b18",
    night="#232a45", plum="#4a2136", honey="#d8a24a", white="#f7f2e8",
    rose="#c98a86", mist="#c9cfc0",
)


def rgb(c, a=True):
    """'#rrggbb' or palette name -> linear RGBA."""
    c = PALETTE.get(c, c)
    v = [int(c[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    v = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in v]
    return (*v, 1.0) if a else tuple(v)


# ------------------------------------------------------------- node helpers
class Graph:
    """Tiny wrapper for building shader node trees tersely."""

    def __init__(self, tree):
        self.t = tree
        self.t.nodes.clear()

    def n(self, kind, ins=None, **attrs):
        node = self.t.nodes.new("ShaderNode" + kind)
        for k, v in attrs.items():
            setattr(node, k, v)
        for k, v in (ins or {}).items():
            sock = node.inputs[k]
            if hasattr(v, "is_output"):
                self.t.links.new(v, sock)
            elif isinstance(v, bpy.types.Node):
                self.t.links.new(v.outputs[0], sock)
            else:
                sock.default_value = v
        return node

    def math(self, op, a, b=0.0, c=0.0, clamp=False):
        return self.n("Math", {0: a, 1: b, 2: c}, operation=op, use_clamp=clamp).outputs[0]

    def mix(self, fac, a, b, blend="MIX"):
        m = self.n("MixRGB", {"Fac": fac, "Color1": a, "Color2": b}, blend_type=blend)
        return m.outputs[0]

    def ramp(self, fac, stops, interp="LINEAR"):
        r = self.n("ValToRGB", {"Fac": fac})
        r.color_ramp.interpolation = interp
        el = r.color_ramp.elements
        while len(el) < len(stops):
            el.new(0.5)
        for e, (p, c) in zip(el, stops):
            e.position = p
            e.color = c if len(c) == 4 else (*c, 1)
        return r.outputs[0]

    def bump(self, height, strength=0.3, dist=0.05):
        return self.n("Bump", {"Height": height, "Strength": strength, "Distance": dist}).outputs[0]

    def coords(self, kind="Object", scale=(1, 1, 1), loc=(0, 0, 0), rot=(0, 0, 0)):
        tc = self.n("TexCoord")
        return self.n("Mapping", {"Vector": tc.outputs[kind], "Scale": scale, "Location": loc,
                                  "Rotation": rot}).outputs[0]

    def noise(self, vec, scale, detail=4.0, rough=0.55, dist=0.0):
        return self.n("TexNoise", {"Vector": vec, "Scale": scale, "Detail": detail,
                                   "Roughness": rough, "Distortion": dist}).outputs[0]

    def out(self, surf):
        o = self.n("OutputMaterial", {"Surface": surf})
        return o


_cache = {}


def material(key, build):
    """Cached material: build(graph) must return the surface socket/node."""
    if key in _cache:
        return _cache[key]
    m = bpy.data.materials.new(str(key)[:60])
    m.use_nodes = True
    g = Graph(m.node_tree)
    g.out(build(g))
    _cache[key] = m
    return m


def principled(g, **kw):
    names = dict(base="Base Color", rough="Roughness", metal="Metallic", spec="Specular",
                 normal="Normal", sheen="Sheen", coat="Clearcoat", coat_rough="Clearcoat Roughness",
                 sss="Subsurface", sss_color="Subsurface Color", aniso="Anisotropic", trans="Transmission",
                 ior="IOR", emission="Emission", emit="Emission Strength", sss_radius="Subsurface Radius",
                 aniso_rot="Anisotropic Rotation")
    return g.n("BsdfPrincipled", {names[k]: v for k, v in kw.items()})
