#!/usr/bin/env bash
# drizzle-kit 0.31.11 and unpdf 1.8.1 (pdf.js) in one process. A good engineer expects a library of migrations, imported to compare a schema
# in a test, to leave arrays alone. `drizzle-kit/api` adds an enumerable method "random" to Array.prototype, so `for...in` of every array
# finds it, and pdf.js, which looks for that when it starts, throws. Which of two tests comes first in a worker decides.
# Way out: Object.defineProperty(Array.prototype, "random", { enumerable: false }) after the import.
# Seen 2026-12-01: ["0","random"] and: The `Array.prototype` contains unexpected enumerable property "random", thus breaking e.g. `for...in`
# iteration of Arrays.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund drizzle-kit@0.31.11 drizzle-orm@0.45.4 unpdf@1.8.1 pg >>npm.log
cat >seen.mjs <<'JS'
import assert from "node:assert/strict";
import { getDocumentProxy } from "unpdf";

const keysOf = (list) => {
  const keys = [];
  for (const key in list) keys.push(key);
  return keys;
};
assert.deepEqual(keysOf(["one"]), ["0"]);
await import("drizzle-kit/api");
const keys = keysOf(["one"]);
assert.deepEqual(keys, ["0", "random"]);
const file = new TextEncoder().encode("%PDF-1.4\ntrailer<</Root 1 0 R>>\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj");
const message = (await getDocumentProxy(file).then(() => undefined, (error) => error))?.message;
assert.match(String(message), /unexpected enumerable property "random"/);
console.log(JSON.stringify(keys), message);
JS
node seen.mjs
