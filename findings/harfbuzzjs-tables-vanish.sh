#!/usr/bin/env bash
# harfbuzzjs 1.6.4, Face.referenceTable. A good engineer reads a font's tables once and keeps them: the type is Uint8Array. It is a view of
# HarfBuzz's memory, and when that memory grows, as with the next large font, the view has no bytes left: every read is undefined, or throws
# far from the cause. Nothing in its documentation says so.
# Way out: copy what it returns (Buffer.from(table)).
# Seen 2026-11-29: 54 bytes, then 0
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund harfbuzzjs@1.6.4 >>npm.log
cat >seen.mjs <<'JS'
import assert from "node:assert/strict";
import { Blob, Face } from "harfbuzzjs";

// A TrueType font of one table, head, is enough.
const font = new Uint8Array(28 + 56);
const view = new DataView(font.buffer);
view.setUint32(0, 0x00010000);
view.setUint16(4, 1);
font.set(new TextEncoder().encode("head"), 12);
view.setUint32(20, 28);
view.setUint32(24, 54);
const head = new Face(new Blob(font)).referenceTable("head");
const before = head.length;
new Blob(new Uint8Array(64 * 1024 * 1024));
assert.deepEqual([before, head.length], [54, 0]);
console.log(`${before} bytes, then ${head.length}`);
JS
node seen.mjs
