#!/usr/bin/env bash
# csv-stringify 6.9.0, option escape_formulas. A good engineer expects it to mark texts that a spreadsheet would compute, and to leave amounts
# alone. It goes by the type of the value: the number -18 stays as it is, but an amount that is already formatted, "-18.00", gets an
# apostrophe, while "118.00" does not. So one column has numbers for what comes in and texts for what goes out, and csv-parse 7.0.3 with
# cast: true, like a spreadsheet, adds up 118 instead of 100.
# Way out: `cast` may return { value, escape_formulas: false } for what is a number.
# Seen 2026-11-28: "118.00\n'-18.00\n" adds up to 118
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund csv-stringify@6.9.0 csv-parse@7.0.3 >>npm.log
cat >seen.mjs <<'JS'
import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";

assert.equal(stringify([[118], [-18]], { escape_formulas: true }), "118\n-18\n");
const written = stringify([["118.00"], ["-18.00"]], { escape_formulas: true });
assert.equal(written, "118.00\n'-18.00\n");
const amounts = parse(written, { cast: true }).flat().filter((each) => typeof each === "number");
assert.equal(amounts.reduce((sum, each) => sum + each, 0), 118);
console.log(JSON.stringify(written), "adds up to", amounts.reduce((sum, each) => sum + each, 0));
JS
node seen.mjs
