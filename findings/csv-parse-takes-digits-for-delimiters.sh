#!/usr/bin/env bash
# csv-parse 7.0.3, option delimiter_auto. A good engineer expects it to choose among the separators that files have: comma, semicolon, tab,
# bar. It chooses among all characters that are as frequent in each row. A list of one column, of pincodes or AWBs, is so divided at one of
# its own digits, and one of order numbers at their hyphens, without an error: 560001 becomes 56, two empty cells and 1.
# Way out: find the separator among the expected ones oneself, by the row that has the needed headings, and pass `delimiter`.
# Seen 2026-11-29: [["56","","","1"],["56","","","2"]]
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund csv-parse@7.0.3 >>npm.log
cat >seen.mjs <<'JS'
import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";

const read = (text) => parse(text, { delimiter_auto: true });
// With a separator it reads what one expects.
assert.deepEqual(read("sku;price\nROSE-50;749,50\nOUD-12;1299,00\n"), [
  ["sku", "price"],
  ["ROSE-50", "749,50"],
  ["OUD-12", "1299,00"],
]);
const pincodes = read("560001\n560002\n");
assert.deepEqual(pincodes, [
  ["56", "", "", "1"],
  ["56", "", "", "2"],
]);
assert.deepEqual(read("KW-7Q4M-2XKD\nKW-F6XD-1QYG\n"), [
  ["KW", "7Q4M", "2XKD"],
  ["KW", "F6XD", "1QYG"],
]);
console.log(JSON.stringify(pincodes));
JS
node seen.mjs
