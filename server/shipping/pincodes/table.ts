/**
 * The file of pincodes: a line for each place with its state, city and pincodes (single ones and ranges), separated by tabs. Lines that
 * begin with # name the source.
 *
 *     Uttar Pradesh	Lucknow	226001-226031 226101-226104 226201
 */

import type { PincodePlace } from "../../../contract/shipping/schemas.ts";

/** Writes pincodes with their places; the same pincodes always give the same text. */
export function writeTable(places: ReadonlyMap<number, PincodePlace>, header: readonly string[]): string {
  const pincodes = new Map<string, number[]>();
  for (const [pincode, { city, state }] of [...places].sort(([a], [b]) => a - b)) {
    const place = `${state}\t${city}`;
    const others = pincodes.get(place);
    if (others) others.push(pincode);
    else pincodes.set(place, [pincode]);
  }
  const lines = [...pincodes].map(([place, numbers]) => `${place}\t${runsOf(numbers).join(" ")}`).sort();
  return [...header.map((line) => `# ${line}`), ...lines, ""].join("\n");
}

/** @throws Error for an invalid line */
export function readTable(text: string): Map<number, PincodePlace> {
  const places = new Map<number, PincodePlace>();
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [state, city, runs] = line.split("\t");
    if (!state || !city || !runs) throw new Error(`the table of pincodes has a line that cannot be read: ${line}`);
    const place = { city, state };
    for (const run of runs.split(" ")) {
      const [first, last = first] = run.split("-").map(Number);
      if (!first || !last) throw new Error(`the table of pincodes has a run that cannot be read: ${run}`);
      for (let pincode = first; pincode <= last; pincode++) places.set(pincode, place);
    }
  }
  return places;
}

/** Groups ascending numbers into ranges: 1, 2, 3, 7 as "1-3", "7". */
function runsOf(numbers: readonly number[]): string[] {
  const runs: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run?.last === number - 1) run.last = number;
    else runs.push({ first: number, last: number });
  }
  return runs.map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`));
}
