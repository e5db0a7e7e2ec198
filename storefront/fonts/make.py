"""Cuts the shop's fonts out of the Fontsource packages, each in two files: what a page in English needs, with the rupee sign, and a
supplement of accented letters and rarer signs, which browsers load only for pages that use one (`unicode-range` in styles/fonts.css).

Needs Debian's python3-fonttools and python3-brotli:  /usr/bin/python3 storefront/fonts/make.py
The fonts are under the SIL Open Font License 1.1 (Fraunces: undercasetype, Figtree: Erik Kennedy); see the packages' LICENSE files.
"""

from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

HERE = Path(__file__).parent
PACKAGES = HERE.parents[1] / "node_modules/@fontsource-variable"
ENGLISH = "U+0020-007E,U+00A0,U+00A9,U+00B0,U+00B7,U+00D7,U+2013-2014,U+2018-2019,U+201C-201D,U+2026,U+2212"
SUPPLEMENT = "U+00A1-00A8,U+00AA-00AC,U+00AE-00AF,U+00B1-00B6,U+00B8-00D6,U+00D8-00FF,U+201A,U+201E,U+2022,U+2039-203A"


def cut(file: str, unicodes: str, axes: dict) -> TTFont:
    font = instancer.instantiateVariableFont(TTFont(PACKAGES / file), axes)
    # WONK chooses letters by "rvrn".
    features = ["kern", "liga", "mark", "mkmk", "ccmp", "locl", "tnum", "lnum", *(["rvrn"] if "WONK" in axes else [])]
    options = subset.Options(layout_features=features, hinting=False)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=subset.parse_unicodes(unicodes.replace("U+", "")))
    cutter.subset(font)
    return font


def graft(font: TTFont, donor: TTFont, code: int) -> None:
    """Takes a glyph over from another part of the same family: its outline, its width, and how both change along the only axis."""
    glyph = donor.getBestCmap()[code]
    outline = donor["glyf"][glyph]
    assert not outline.isComposite(), "a glyph made of others needs those, too"
    outline.expand(donor["glyf"])
    font.setGlyphOrder([*font.getGlyphOrder(), glyph])
    font["glyf"][glyph] = outline
    font["hmtx"][glyph] = donor["hmtx"][glyph]
    font["gvar"].variations[glyph] = donor["gvar"].variations[glyph]
    for table in font["cmap"].tables:
        table.cmap[code] = glyph

    given, taken = font["HVAR"].table, donor["HVAR"].table
    assert regions(given) == regions(taken), "the axes differ"
    at = taken.AdvWidthMap.mapping[glyph]
    deltas = taken.VarStore.VarData[at >> 16].Item[at & 0xFFFF]
    major = next(i for i, data in enumerate(given.VarStore.VarData) if len(data.VarRegionIndex) == len(deltas))
    data = given.VarStore.VarData[major]
    data.Item.append(deltas)
    data.ItemCount = len(data.Item)
    data.calculateNumShorts()
    given.AdvWidthMap.mapping[glyph] = (major << 16) + len(data.Item) - 1


def regions(hvar) -> list:
    return [
        [(axis.StartCoord, axis.PeakCoord, axis.EndCoord) for axis in region.VarRegionAxis]
        for region in hvar.VarStore.VarRegionList.Region
    ]


def center(font: TTFont, ascent: int, descent: int) -> None:
    """Places capitals in the middle of a line: browsers round half the leading down and ascent and descent to whole pixels, which with
    the typeface's own 950 and -250 puts small text a pixel above the icon beside it."""
    font["hhea"].ascent = font["OS/2"].sTypoAscender = ascent
    font["hhea"].descent = font["OS/2"].sTypoDescender = descent


def make(name: str, latin: str, extended: str | None, metrics: tuple[int, int] | None = None, **axes) -> None:
    """Without the extended part the font has no rupee sign."""
    for target, unicodes in ((f"{name}-latin.woff2", ENGLISH), (f"{name}-supplement.woff2", SUPPLEMENT)):
        font = cut(latin, unicodes, axes)
        if extended and unicodes == ENGLISH:
            graft(font, cut(extended, "U+20B9", axes), ord("₹"))
        if metrics:
            center(font, *metrics)
        font.flavor = "woff2"
        font.save(HERE / target)
        print(target, (HERE / target).stat().st_size)


make(
    "fraunces",
    "fraunces/files/fraunces-latin-opsz-normal.woff2",
    "fraunces/files/fraunces-latin-ext-opsz-normal.woff2",
    wght=380,
    opsz=(18, 144),
)
make(
    "figtree",
    "figtree/files/figtree-latin-wght-normal.woff2",
    "figtree/files/figtree-latin-ext-wght-normal.woff2",
    metrics=(980, -210),
    wght=(400, 700),
)
# For half a heading, quotations and Latin names: one size and weight, loaded by the pages that show it. Without WONK's swashes, which
# make "th" read as "tfi" and "bh" as "6h".
make("fraunces-italic", "fraunces/files/fraunces-latin-full-italic.woff2", None, wght=360, opsz=72, SOFT=0, WONK=0)
