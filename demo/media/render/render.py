"""Entry point:  blender -b --factory-startup -P render.py -- --only NAME --size WxH [--samples N] [--threshold T] [--out DIR]

NAME is <slug>-1, <slug>-2 or <slug>-3, or one of JOBS. Writes NAME.a.exr and NAME.b.exr, which develop.cpp turns into a picture.
"""
import argparse
import os
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import banners  # noqa: E402
import packshots  # noqa: E402
import phone  # noqa: E402
import studio  # noqa: E402
from catalogue import CATALOGUE  # noqa: E402

JOBS = {
    "hero-perfumes": banners.hero_perfumes, "hero-skincare": banners.hero_skincare, "hero-attars": banners.hero_attars,
    "hero-perfumes-mobile": lambda: banners.hero_perfumes(True), "hero-skincare-mobile": lambda: banners.hero_skincare(True),
    "hero-attars-mobile": lambda: banners.hero_attars(True),
    "promo-gifting": banners.promo_gifting, "promo-gifting-mobile": lambda: banners.promo_gifting(True),
    "promo-body": banners.promo_body, "about-atelier": banners.atelier, "app-download": phone.phone,
    "category-perfumes": lambda: banners.category(banners.perfumes), "category-attars": lambda: banners.category(banners.attars),
    "category-gift-sets": lambda: banners.category(banners.gift_sets), "category-face-care": lambda: banners.category(banners.face_care),
    "category-body-care": lambda: banners.category(banners.body_care), "category-hair-care": lambda: banners.category(banners.hair_care),
}
SHOTS = {"1": packshots.straight, "2": packshots.styled, "3": packshots.closeup}


def compose(name):
    """Builds the scene of a picture."""
    slug, _, shot = name.rpartition("-")
    if slug in CATALOGUE and shot in SHOTS:
        SHOTS[shot](slug)
    elif name in JOBS:
        JOBS[name]()
    else:
        sys.exit(f"render.py: no picture is called {name}")


def main():
    a = argparse.ArgumentParser()
    a.add_argument("--only", required=True)
    a.add_argument("--size", required=True)
    a.add_argument("--samples", type=int, default=64)
    a.add_argument("--threshold", type=float, default=.02)
    a.add_argument("--out", default=os.path.join(tempfile.gettempdir(), "kewra-renders"))
    a = a.parse_args(sys.argv[sys.argv.index("--") + 1:])
    os.makedirs(a.out, exist_ok=True)
    started = time.time()
    studio.reset()
    compose(a.only)
    studio.settings(*map(int, a.size.split("x")), a.samples // 2, a.threshold)
    built = time.time()
    studio.render_halves(os.path.join(a.out, a.only), a.samples // 2)
    print(f"@@ {a.only} built in {built - started:.1f} s, rendered in {time.time() - built:.0f} s, {time.process_time():.0f} s of the processor", flush=True)


main()
