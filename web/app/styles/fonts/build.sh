#!/usr/bin/env bash
# Creates the fonts in this folder from those of @fontsource, without their hinting, which makes them smaller. Hinting
# is not needed: Android, iOS and macOS ignore it, and on other systems the text looks the same without it. Prices are
# on most pages, but the rupee sign is only in the fonts for Devanagari and extended Latin. Copying it into the basic
# Latin fonts of Mukta, the typeface of prices, saves loading a further font.
# Requires fonttools and brotli (Debian and Ubuntu: sudo apt-get install fonttools python3-brotli).
set -euo pipefail
cd "$(dirname "$0")"
sources=../../../../node_modules/@fontsource
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

subset() { pyftsubset "$1" --unicodes="$2" --layout-features='*' --no-hinting "${@:3}"; }

for weight in 400 600; do
  subset "$sources/mukta/files/mukta-latin-$weight-normal.woff2" '*' --output-file="$work/latin.ttf"
  subset "$sources/mukta/files/mukta-devanagari-$weight-normal.woff2" U+20B9 --output-file="$work/rupee.ttf"
  pyftmerge --output-file="$work/merged.ttf" "$work/latin.ttf" "$work/rupee.ttf"
  subset "$work/merged.ttf" '*' --flavor=woff2 --output-file="mukta-latin-$weight.woff2"
done
for font in mukta/{latin-ext,devanagari}-{400,600} tiro-devanagari-marathi/{latin,latin-ext,devanagari}-400; do
  family=${font%/*} range=${font#*/}
  subset "$sources/$family/files/$family-$range-normal.woff2" '*' --flavor=woff2 --output-file="$family-$range.woff2"
done
