#!/usr/bin/env bash
# MuPDF 1.28.1 and PDFium (@hyzyla/pdfium 2.1.13) on the ActualText of a right-to-left word. The PDF specification has ActualText for what a reader
# should get instead of the glyphs, so a good engineer writes the word as it is typed. Both programs (and pdftotext 22.12) take it for what they
# find everywhere else, letters in drawn order, and reverse it. pdf.js 6.5 ignores it. Without ActualText all of them give the word as typed.
# Way out: none in ActualText; write the letters of the codes (ToUnicode) in drawn order, a cluster with several letters reversed.
# Seen 2026-11-29: without: دلدار دلدار; with ActualText: رادلد رادلد
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund pdfkit@0.20.2 mupdf@1.28.1 @hyzyla/pdfium@2.1.13 @fontsource/noto-naskh-arabic@5.3.0 >>npm.log
cat >seen.mjs <<'JS'
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import * as mupdf from "mupdf";
import PDFDocument from "pdfkit";

// Without dots, which PDFKit would draw as glyphs of their own.
const NAME = "دلدار";
async function read(actual) {
  const doc = new PDFDocument({ pdfVersion: "1.7" });
  const parts = [];
  doc.on("data", (part) => parts.push(part));
  doc.font(readFileSync("node_modules/@fontsource/noto-naskh-arabic/files/noto-naskh-arabic-arabic-400-normal.woff"));
  if (actual) doc.markContent("Span", { actual });
  doc.text(NAME, { features: [] });
  if (actual) doc.endMarkedContent();
  doc.end();
  await new Promise((resolve) => doc.on("end", resolve));
  const pdf = Buffer.concat(parts);
  const pdfium = await (await PDFiumLibrary.init()).loadDocument(pdf);
  const [page] = pdfium.pages();
  return [
    mupdf.Document.openDocument(pdf, "application/pdf").loadPage(0).toStructuredText().asText().trim(),
    page.getText().trim(),
  ];
}
const backwards = [...NAME].reverse().join("");
const [without, withActual] = [await read(), await read(NAME)];
console.log(`without: ${without.join(" ")}; with ActualText: ${withActual.join(" ")}`);
assert.deepEqual(without, [NAME, NAME]);
assert.deepEqual(withActual, [backwards, backwards]);
JS
node seen.mjs
