"""The shop's own fonts and mark, made usable for label art: rsvg-convert finds the fonts as Kewra Display and Kewra Text."""
import functools
import hashlib
import os
import re
import tempfile

from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

SHOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
DISPLAY, TEXT = "Kewra Display", "Kewra Text"
CUTS = {  # family: file below storefront/fonts, axes
    DISPLAY: ("fraunces-latin", {"opsz": 20}),
    TEXT: ("figtree-latin", {"wght": 500}),
}
CACHE = os.path.join(tempfile.gettempdir(), "kewra-labels-" + hashlib.sha1(repr(CUTS).encode()).hexdigest()[:8])  # other cuts, other labels


def font_environment():
    """Writes the fonts as static TrueType; returns the environment in which fontconfig knows them and no others."""
    os.makedirs(CACHE, exist_ok=True)
    for family, (file, axes) in CUTS.items():
        path = os.path.join(CACHE, family.replace(" ", "") + ".ttf")
        if os.path.exists(path):
            continue
        font = instantiateVariableFont(TTFont(os.path.join(SHOP, "storefront", "fonts", file + ".woff2")), axes)
        font.flavor = None
        for record in font["name"].names:
            if record.nameID in (1, 4, 16):
                record.string = family
            elif record.nameID == 6:
                record.string = family.replace(" ", "")
            elif record.nameID in (2, 17):
                record.string = "Regular"
        font["OS/2"].usWeightClass = 400
        font.save(path)
    conf = os.path.join(CACHE, "fonts.conf")
    with open(conf, "w") as f:
        f.write(f'<?xml version="1.0"?><fontconfig><dir>{CACHE}</dir><cachedir>{CACHE}/fc</cachedir></fontconfig>')
    return {**os.environ, "FONTCONFIG_FILE": conf}


@functools.cache
def advances(family):
    """The widths of a font's characters in font sizes."""
    font = TTFont(os.path.join(CACHE, family.replace(" ", "") + ".ttf"))
    widths, em = font["hmtx"], font["head"].unitsPerEm
    return {chr(code): widths[glyph][0] / em for code, glyph in font.getBestCmap().items()}


def fitted(size, words, room, family=TEXT, spacing=0.0):
    """The font size, smaller if the line were wider than `room`; `spacing` in font sizes."""
    known = advances(family)
    return min(size, room / sum(known.get(c, .5) + spacing for c in words))


def mark(cx, base, height, stroke, width=1.5):
    """The shop's mark as SVG, standing on `base`; it is drawn in the file that the pages draw it from."""
    with open(os.path.join(SHOP, "contract", "brand-mark.ts")) as f:
        path = re.search(r'path: "([^"]+)"', f.read()).group(1)
    k = height / 27  # the blades reach from y = 2.5 to 29.5
    return (f'<g transform="translate({cx - 16 * k} {base - 29.5 * k}) scale({k})" fill="none" stroke="{stroke}" '
            f'stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"><path d="{path}"/></g>')
