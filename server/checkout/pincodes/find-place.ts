import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PincodePlace } from "../../../contract/checkout/schemas.ts";
import { ApiError } from "../../errors.ts";
import { readTable } from "./table.ts";

/** Made by make.ts, which says from what. */
export const TABLE_FILE = join(import.meta.dirname, "pincodes.tsv");

let table: Promise<ReadonlyMap<number, PincodePlace>> | undefined;

/**
 * Where a pincode is. The table is read when the first one is asked for (about 10 ms) and stays in memory.
 * @throws ApiError (404) for one that the table does not have: a new one, or none at all
 */
export async function findPlace(pincode: string): Promise<PincodePlace> {
  table ??= readFile(TABLE_FILE, "utf8").then(readTable);
  const place = (await table).get(Number(pincode));
  if (!place) {
    const message = "We couldn’t find this pincode. Please check it, or enter the city and state yourself.";
    throw ApiError.ofField("pincode", message, "not_found");
  }
  return place;
}
