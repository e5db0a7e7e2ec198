/**
 * The file of pincodes: a line for each place with its state, city and pincodes (single ones and ranges), separated by tabs. Lines that
 * begin with # name the source. A pincode that several states share stands in a line of each; a place that is not the pincode's largest marks
 * it with ?, once for each larger place.
 *
 *     Andhra Pradesh	East Godavari	533460-533464
 *     Puducherry	Yanam	533464?
 */

import type { PincodePlace } from "../../../../contract/shipping/schemas.ts";

/** Writes pincodes with their places, the largest first; the same pincodes always give the same text. */
export function writeTable(places: ReadonlyMap<number, readonly PincodePlace[]>, header: readonly string[]): string {
  const runs = new Map<string, Run[]>();
  for (const [pincode, ofPincode] of [...places].sort(([a], [b]) => a - b)) {
    for (const [rank, { city, state }] of ofPincode.entries()) {
      const place = `${state}\t${city}`;
      const before = runs.get(place) ?? [];
      runs.set(place, before);
      const last = before.at(-1);
      if (last?.last === pincode - 1 && last.rank === rank) last.last = pincode;
      else before.push({ first: pincode, last: pincode, rank });
    }
  }
  const lines = [...runs].map(([place, list]) => `${place}\t${list.map(textOf).join(" ")}`).sort();
  return [...header.map((line) => `# ${line}`), ...lines, ""].join("\n");
}

/** @throws Error for an invalid line */
export function readTable(text: string): Map<number, PincodePlace[]> {
  const places = new Map<number, PincodePlace[]>();
  const shared: { pincode: number; place: PincodePlace; rank: number }[] = [];
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [state, city, runs] = line.split("\t");
    if (!state || !city || !runs) throw new Error(`the table of pincodes has a line that cannot be read: ${line}`);
    const place = { city, state };
    for (const run of runs.split(" ")) {
      const { first, last, rank } = runOf(run);
      for (let pincode = first; pincode <= last; pincode++) {
        if (rank === 0) places.set(pincode, [place]);
        else shared.push({ pincode, place, rank });
      }
    }
  }
  for (const { pincode, place } of shared.sort((a, b) => a.rank - b.rank)) places.get(pincode)?.push(place);
  return places;
}

/** Neighbouring pincodes of one place. */
interface Run {
  first: number;
  last: number;
  /** How many larger places share them. */
  rank: number;
}

const textOf = ({ first, last, rank }: Run) => (first === last ? String(first) : `${first}-${last}`) + "?".repeat(rank);

const RUN = /^(\d{6})(?:-(\d{6}))?(\?*)$/;

function runOf(text: string): Run {
  const [, first, last = first, marks = ""] = RUN.exec(text) ?? [];
  if (first === undefined) throw new Error(`the table of pincodes has a run that cannot be read: ${text}`);
  return { first: Number(first), last: Number(last), rank: marks.length };
}
