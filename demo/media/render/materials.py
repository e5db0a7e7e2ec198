"""Procedural materials: glass, liquid, metal, wood, stone, linen, light."""
from nodes import material, principled, rgb


def _see_through(g, bsdf, color, edge=0.55):
    """Glass for camera/glossy rays, tinted clear for shadow and diffuse rays (no caustic noise)."""
    lp = g.n("LightPath")
    facing = g.n("LayerWeight", {"Blend": 0.35}).outputs["Facing"]
    dark = tuple(c * edge * .8 for c in color[:3]) + (1,)
    color = tuple(c * .96 for c in color[:3]) + (1,)
    tint = g.mix(g.math("POWER", facing, 2.0), color, dark)
    tr = g.n("BsdfTransparent", {"Color": tint})
    fac = g.math("MAXIMUM", lp.outputs["Is Shadow Ray"], lp.outputs["Is Diffuse Ray"])
    return g.n("MixShader", {0: fac, 1: bsdf, 2: tr})


def m_glass(tint=(1, 1, 1, 1), rough=0.0, ior=1.5, edge=0.6):
    def build(g):
        b = g.n("BsdfGlass", {"Color": tint, "Roughness": rough, "IOR": ior},
                distribution="GGX" if rough else "SHARP")
        return _see_through(g, b, tint, edge)
    return material(("glass", tint, rough, ior), build)


def m_frosted(tint, rough=0.28, milk=0.35):
    """Acid-etched glass: rough refraction mixed with a milky diffuse/translucent skin."""
    def build(g):
        b = g.n("BsdfGlass", {"Color": (1, 1, 1, 1), "Roughness": rough, "IOR": 1.45}, distribution="GGX")
        d = g.n("MixShader", {0: 0.5, 1: g.n("BsdfDiffuse", {"Color": tint}),
                              2: g.n("BsdfTranslucent", {"Color": tint})})
        c = g.n("MixShader", {0: milk, 1: b, 2: d})
        gl = g.n("BsdfGlossy", {"Color": (1, 1, 1, 1), "Roughness": rough})
        fr = g.n("Fresnel", {"IOR": 1.35})
        c = g.n("MixShader", {0: fr, 1: c, 2: gl})
        return _see_through(g, c, tuple(x * .8 for x in tint[:3]) + (1,), .7)
    return material(("frost", tint, rough, milk), build)


def m_liquid(tint, depth=3.0, ior=1.1, absorb_front=True):
    """Interface of a liquid; Beer-Lambert absorption from the length of the ray inside the liquid."""
    def build(g):
        lp = g.n("LightPath")
        geo = g.n("NewGeometry")
        back = geo.outputs["Backfacing"]
        inside = g.math("SUBTRACT", 1.0, back) if absorb_front else back
        e = g.math("MULTIPLY", g.math("DIVIDE", lp.outputs["Ray Length"], depth), inside)
        ch = [g.math("POWER", max(c, 0.002), e) for c in tint[:3]]
        col = g.n("CombineRGB", {0: ch[0], 1: ch[1], 2: ch[2]}).outputs[0]
        b = g.n("BsdfGlass", {"Color": col, "Roughness": 0.0, "IOR": ior}, distribution="SHARP")
        tr = g.n("BsdfTransparent", {"Color": tuple(max(c, .02) ** 0.28 for c in tint[:3]) + (1,)})
        fac = g.math("MAXIMUM", lp.outputs["Is Shadow Ray"], lp.outputs["Is Diffuse Ray"])
        return g.n("MixShader", {0: fac, 1: b, 2: tr})
    return material(("liq", tint, depth, ior, absorb_front), build)


def m_metal(color="gold", rough=0.16, brushed=0.0, hammered=0.0):
    def build(g):
        base = rgb(color)
        kw = dict(base=base, metal=1.0, rough=rough)
        if brushed:
            v = g.coords("Object", (1, 1, 60))
            h = g.noise(v, 6, 3)
            kw["rough"] = g.math("ADD", g.math("MULTIPLY", h, 0.18 * brushed), rough)
            kw["normal"] = g.bump(h, 0.12 * brushed, 0.02)
        if hammered:
            v = g.coords("Object")
            vo = g.n("TexVoronoi", {"Vector": v, "Scale": 1.7}, feature="SMOOTH_F1").outputs["Distance"]
            kw["normal"] = g.bump(vo, 0.6 * hammered, 0.09)
        return principled(g, **kw)
    return material(("metal", color, rough, brushed, hammered), build)


def m_plain(color, rough=0.45, coat=0.0, sss=0.0, grain=0.0, spec=0.5, metal=0.0):
    """Plastic, ceramic, lacquer, rubber."""
    def build(g):
        kw = dict(base=rgb(color), rough=rough, coat=coat, coat_rough=0.06, spec=spec, metal=metal)
        if grain:
            h = g.noise(g.coords("Object"), 22, 5, 0.7)
            kw["normal"] = g.bump(h, grain, 0.03)
            kw["base"] = g.mix(g.math("MULTIPLY", h, 0.5), rgb(color), tuple(c * .72 for c in rgb(color)[:3]) + (1,))
        return principled(g, **kw)
    return material(("plain", color, rough, coat, sss, grain, spec, metal), build)


def m_wood(light="#b98a5a", dark="#7d4f2c", scale=1.0, rough=0.42, axis=2):
    def build(g):
        s = [5.0, 5.0, 5.0]
        s[axis] = 0.35
        v = g.coords("Object", tuple(x * scale for x in s))
        n1 = g.noise(v, 0.55, 5, 0.6, 0.6)
        rings = g.math("FRACT", g.math("MULTIPLY", n1, 9.0))
        rings = g.math("PINGPONG", rings, 0.5)
        fine = g.noise(v, 6.0, 6, 0.7)
        f = g.math("ADD", g.math("MULTIPLY", rings, 1.1), g.math("MULTIPLY", fine, 0.45))
        col = g.ramp(f, [(0.12, rgb(dark)), (0.85, rgb(light))])
        return principled(g, base=col, rough=rough, normal=g.bump(fine, 0.25, 0.03), coat=0.12, coat_rough=0.3)
    return material(("wood", light, dark, scale, rough, axis), build)


def m_stone(color="sandstone", scale=1.0, bump=0.55, rough=0.85, speck=0.35):
    def build(g):
        v = g.coords("Object")
        big = g.noise(v, 0.16 * scale, 5, 0.6, 0.4)
        mid = g.noise(v, 1.4 * scale, 8, 0.72)
        fine = g.noise(v, 9 * scale, 4, 0.8)
        b = rgb(color)
        dk = tuple(c * .62 for c in b[:3]) + (1,)
        lt = tuple(min(c * 1.22, 1) for c in b[:3]) + (1,)
        col = g.ramp(big, [(0.3, dk), (0.52, b), (0.75, lt)])
        col = g.mix(speck, col, g.ramp(fine, [(0.33, dk), (0.6, lt)]), "SOFT_LIGHT")
        h = g.math("ADD", mid, g.math("MULTIPLY", fine, 0.35))
        return principled(g, base=col, rough=rough, normal=g.bump(h, bump, 0.14), spec=0.25)
    return material(("stone", color, scale, bump, rough, speck), build)


def m_plaster(color, grain=0.0, clouds=1.0):
    """Lime plaster: `clouds` of tone, and by `grain` the sand in it. It is all colour, no relief: developing keeps colour as sharp as it is."""
    def build(g):
        v = g.coords("Object")
        b = rgb(color)
        col = g.ramp(g.noise(v, .06, 2, .6), [(.3, tuple(c * (1 - .12 * clouds) for c in b[:3])), (.7, tuple(min(c * (1 + .07 * clouds), 1) for c in b[:3]))])
        if grain:
            sand = g.n("MapRange", {0: g.noise(v, 4.0, 2, .7), 1: .28, 2: .72, 3: 1 - .13 * grain, 4: 1 + .05 * grain}).outputs[0]
            col = g.mix(1.0, col, sand, "MULTIPLY")
        full = g.n("BsdfDiffuse", {"Color": col})
        plain = g.n("BsdfDiffuse", {"Color": tuple(c * .97 for c in b[:3]) + (1,)})  # for light that comes from it: cheaper
        return g.n("MixShader", {0: g.n("LightPath").outputs["Is Camera Ray"], 1: plain, 2: full})
    return material(("plaster", color, grain, clouds), build)


def m_travertine(color="#dfcfb4", rough=.5):
    """Honed travertine: level bands, clouds and small pits."""
    def build(g):
        bands = g.noise(g.coords("Object", (.12, .12, 1.1)), 1.0, 5, .6, .35)
        cloud = g.noise(g.coords("Object"), .3, 5, .6)
        pits = g.noise(g.coords("Object", (.55, .55, 1.9)), 2.6, 4, .62)
        hole = g.n("MapRange", {0: pits, 1: .62, 2: .70}, interpolation_type="SMOOTHSTEP").outputs[0]
        b = rgb(color)
        col = g.ramp(g.math("ADD", g.math("MULTIPLY", bands, .65), g.math("MULTIPLY", cloud, .35)),
                     [(.34, tuple(c * .66 for c in b[:3])), (.5, b[:3]), (.68, tuple(min(c * 1.14, 1) for c in b[:3]))])
        col = g.mix(g.math("MULTIPLY", hole, .55), col, tuple(c * .42 for c in b[:3]) + (1,))
        fine = g.noise(g.coords("Object"), 14, 3, .7)
        h = g.math("SUBTRACT", g.math("MULTIPLY", fine, .12), hole)
        return principled(g, base=col, rough=rough, spec=.35, normal=g.bump(h, .5, .08))
    return material(("travertine", color, rough), build)


def m_water():
    """Still water with a little of the vessel's light."""
    def build(g):
        h = g.noise(g.coords("Object"), .8, 2, .4, .3)
        b = g.n("BsdfGlass", {"Color": (.96, .98, .97, 1), "Roughness": 0.0, "IOR": 1.33, "Normal": g.bump(h, .12, .2)})
        return _see_through(g, b, (1, 1, 1, 1), .95)
    return material("water", build)


def m_linen(color="ivory"):
    """Woven linen; the cloth's UVs are in cm."""
    def build(g):
        v = g.coords("UV")
        wob = {"Distortion": .8, "Detail": 2.0, "Detail Scale": 1.5}
        wx = g.n("TexWave", {"Vector": v, "Scale": 2.4, **wob}, bands_direction="X").outputs["Fac"]
        wy = g.n("TexWave", {"Vector": v, "Scale": 2.4, **wob}, bands_direction="Y").outputs["Fac"]
        slub = g.math("ADD", g.noise(g.coords("UV", (.25, 6, 1)), 1, 3), g.noise(g.coords("UV", (6, .25, 1)), 1, 3))
        h = g.math("ADD", g.math("MULTIPLY", wx, wy), g.math("MULTIPLY", slub, .5))
        b = rgb(color)
        col = g.ramp(g.math("ADD", g.math("MULTIPLY", h, .35), g.math("MULTIPLY", slub, .3)),
                     [(.2, tuple(c * .7 for c in b[:3])), (.75, b[:3])])
        return principled(g, base=col, rough=.95, sheen=.3, normal=g.bump(h, .5, .03), spec=.1)
    return material(("linen", color), build)


def m_emit(strength, color=(1, 1, 1), falloff=1.0, shape="rect"):
    """Soft-box: brightest in the middle, fading to the rim, so reflections have soft edges."""
    def build(g):
        tc = g.n("TexCoord")
        uv = g.n("SeparateXYZ", {"Vector": tc.outputs["UV"]})

        def edge(s):  # 1 in the centre, 0 at rim
            d = g.math("ABSOLUTE", g.math("SUBTRACT", s, 0.5))
            return g.n("MapRange", {0: d, 1: 0.5, 2: max(0.5 - 0.5 * falloff, 0.0)}, interpolation_type="SMOOTHSTEP").outputs[0]
        f = g.math("MULTIPLY", edge(uv.outputs[0]), edge(uv.outputs[1]))
        back = g.n("NewGeometry").outputs["Backfacing"]
        st = g.math("MULTIPLY", g.math("MULTIPLY", f, strength), g.math("SUBTRACT", 1.0, back))
        return g.n("Emission", {"Color": (*color, 1), "Strength": st})
    return material(("emit", strength, color, falloff), build)
