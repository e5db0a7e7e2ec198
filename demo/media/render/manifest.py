"""
Brings ../media.json up to date: size and dominant colour of every WebP. Alt texts are written there by hand, without a size if the product has
several: shoppers see the picture with each of them.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

MEDIA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
MANIFEST = os.path.join(MEDIA, "media.json")
FOLDERS = ("catalogue", "banners", "categories", "pages")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def measure(path):
    """Width, height and the colour that covers most of the picture."""
    with tempfile.NamedTemporaryFile(suffix=".png") as png:
        run("dwebp", "-quiet", path, "-o", png.name)
        width, height = map(int, run("identify", "-format", "%w %h", png.name).split())
        histogram = run("convert", png.name, "-resize", "96x96!", "-colors", "6", "-depth", "8", "-format", "%c", "histogram:info:")
    most = max(histogram.strip().splitlines(), key=lambda line: int(line.split(":")[0]))
    return width, height, re.search(r"#([0-9A-Fa-f]{6})", most).group(0).lower()


def main():
    with open(MANIFEST) as f:
        pictures = json.load(f)
    known = {picture["path"]: picture for picture in pictures}
    for folder in FOLDERS:
        for name in sorted(os.listdir(os.path.join(MEDIA, folder))):
            path = f"{folder}/{name}"
            if path not in known:
                sys.exit(f"manifest.py: describe {path} in media.json first: path and alt")
            known[path]["width"], known[path]["height"], known[path]["color"] = measure(os.path.join(MEDIA, path))
    with open(MANIFEST, "w") as f:
        json.dump(pictures, f, indent=1, ensure_ascii=False)
        f.write("\n")


main()
