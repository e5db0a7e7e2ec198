#!/bin/bash
# Makes pictures of the demo again:  ./make.sh NAME...   (README.md tells the names, and the packages it needs)
# SCALE: share of the final size that is rendered; SAMPLES: per pixel; OUT: folder instead of the demo's own.
set -eo pipefail
cd "$(dirname "$0")"
work="${TMPDIR:-/tmp}/kewra-renders"; mkdir -p "$work"
[ "$work/develop" -nt develop.cpp ] ||
  g++ -O3 -march=native -ffast-math -fopenmp develop.cpp -o "$work/develop" $(pkg-config --cflags --libs OpenEXR)
[ $# -gt 0 ] || { echo "make.sh: name a picture, for instance hero-perfumes or kewra-bloom-1" >&2; exit 1; }
for name in "$@"; do
  case $name in              # final size, samples, folder
    hero-*-mobile)  final=1440x2304 samples=192 file=banners/$name ;;
    hero-*)         final=2400x1000 samples=192 file=banners/$name ;;
    promo-*-mobile) final=1080x1440 samples=192 file=banners/$name ;;
    promo-*)        final=1800x1200 samples=192 file=banners/$name ;;
    category-*)     final=1920x640 samples=192 file=categories/${name#category-} ;;
    about-atelier)  final=2000x1100 samples=192 file=pages/$name ;;
    app-*)          final=1200x1200 samples=192 file=banners/$name ;;
    *-3)            final=1200x1200 samples=256 file=catalogue/$name ;;
    *-[12])         final=1200x1200 samples=192 file=catalogue/$name ;;
    *) echo "make.sh: no picture is called $name" >&2; exit 1 ;;
  esac
  size=$(awk -v s=$final -v k=${SCALE:-1} 'BEGIN{split(s,a,"x"); printf "%dx%d", a[1]*k+.5, a[2]*k+.5}')
  rm -f "$work/$name".??.exr
  blender -b --factory-startup -P render.py -- --only $name --size $size --samples ${SAMPLES:-$samples} \
    --threshold ${THRESHOLD:-.02} --out "$work" >"$work/$name.log" 2>&1 || { tail -20 "$work/$name.log" >&2; exit 1; }
  grep @@ "$work/$name.log" || { tail -20 "$work/$name.log" >&2; exit 1; }
  "$work/develop" "$work/$name.a.exr" "$work/$name.b.exr" "$work/$name.ppm"
  convert "$work/$name.ppm" -filter Lanczos -resize "$final!" "$work/$name.png"
  target="${OUT:-..}/$file.webp"; mkdir -p "$(dirname "$target")"
  cwebp -quiet -q 94 -m 6 -sharp_yuv "$work/$name.png" -o "$target"
done
[ -n "$OUT" ] || python3 manifest.py
