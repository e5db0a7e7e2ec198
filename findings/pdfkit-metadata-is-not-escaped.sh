#!/usr/bin/env bash
# PDFKit 0.20.2, option info, from PDF 1.4 on. A good engineer expects that a title may have any character. PDFKit writes it into the XMP metadata
# as it is, so the author "Fern & Co" makes XML that no parser accepts, and programs show no title at all. The documents' dictionary is right.
# Way out: escape the texts in an overridden endMetadata, which runs after the dictionary is written.
# Seen 2026-11-29: the metadata has <rdf:li>Fern & Co</rdf:li>
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund pdfkit@0.20.2 >>npm.log
cat >seen.mjs <<'JS'
import assert from "node:assert/strict";
import PDFDocument from "pdfkit";

const doc = new PDFDocument({ pdfVersion: "1.7", info: { Author: "Fern & Co" } });
const parts = [];
doc.on("data", (part) => parts.push(part));
doc.end();
await new Promise((resolve) => doc.on("end", resolve));
const [shown] = /<rdf:li>.*<\/rdf:li>/.exec(Buffer.concat(parts).toString("latin1"));
assert.equal(shown, "<rdf:li>Fern & Co</rdf:li>");
console.log("the metadata has", shown);
JS
node seen.mjs
