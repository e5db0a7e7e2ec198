import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseOrTransaction } from "../server/platform/database/database.ts";
import { readShippingFile } from "../server/selling/shipping/shipping-file.ts";
import { writeShipping } from "../server/selling/shipping/shipping-tables.ts";

const FILE = join(import.meta.dirname, "shipping.json");

/** Stores the demo's shipping methods and zones; its file is also an example for owners. */
export async function insertDemoShipping(trx: DatabaseOrTransaction): Promise<void> {
  const read = readShippingFile(await readFile(FILE, "utf8"));
  if ("problems" in read) throw new Error(`demo/shipping.json: ${read.problems.join("; ")}`);
  await writeShipping(trx, read.shipping);
}
