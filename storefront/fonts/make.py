"""Cuts the shop's fonts out of the Fontsource packages: what a page in English needs, and the rupee sign on its own.

Needs Debian's python3-fonttools and python3-brotli:  /usr/bin/python3 storefront/fonts/make.py
The fonts are under the SIL Open Font License 1.1 (Fraunces: undercasetype, Figtree: Erik Kennedy); see the packages' LICENSE files.
"""

from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

HERE = Path(__file__).parent
PACKAGES = HERE.parents[1] / "node_modules/@fontsource-variable"
LATIN = "U+0020-007E,U+00A0-00FF,U+2010-2015,U+2018-201E,U+2022,U+2026,U+2032-2033,U+2039-203A,U+2212,U+00D7"


def cut(source: str, target: str, unicodes: str, **axes) -> None:
    font = TTFont(PACKAGES / source)
    if axes:
        font = instancer.instantiateVariableFont(font, axes)
    options = subset.Options(layout_features=["kern", "liga", "mark", "mkmk", "ccmp", "locl", "tnum", "lnum"], flavor="woff2", hinting=False)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=subset.parse_unicodes(unicodes.replace("U+", "")))
    cutter.subset(font)
    font.flavor = "woff2"
    font.save(HERE / target)
    print(target, (HERE / target).stat().st_size)


cut("fraunces/files/fraunces-latin-opsz-normal.woff2", "fraunces-latin.woff2", LATIN, wght=400, opsz=(18, 96))
cut("fraunces/files/fraunces-latin-ext-opsz-normal.woff2", "fraunces-rupee.woff2", "U+20B9", wght=400, opsz=(18, 96))
cut("figtree/files/figtree-latin-wght-normal.woff2", "figtree-latin.woff2", LATIN, wght=(400, 700))
cut("figtree/files/figtree-latin-ext-wght-normal.woff2", "figtree-rupee.woff2", "U+20B9", wght=(400, 700))
