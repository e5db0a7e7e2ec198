import { ApiError } from "../../base/errors.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { type ShippingFile, writeShippingRules } from "./shipping-file.ts";
import { readShipping, type StoredShipping, writeShipping } from "./shipping-tables.ts";

export const SHIPPING_SUBJECT = { type: "shipping" as const, id: "rules" };

interface Change {
  shipping: StoredShipping;
  /** The version that the caller has seen; by default the current one. */
  seen?: number;
  actor: Actor;
  now: Date;
}

/** Stores the shipping rules, with an entry of the audit log. @throws ApiError (409) if they have changed since that version */
export async function changeShipping(
  trx: DatabaseOrTransaction,
  { shipping, seen, actor, now }: Change,
): Promise<void> {
  const before = writeShippingRules(await readShipping(trx));
  const version = await writeShipping(trx, shipping);
  if (seen !== undefined && version !== seen + 1)
    throw new ApiError("conflict", "Somebody has changed the shipping meanwhile. Nothing that you have typed is lost.");
  const after = writeShippingRules(await readShipping(trx));
  const entry = { action: "shipping.changed" as const, subject: SHIPPING_SUBJECT };
  await recordAudit(trx, actor, { ...entry, before: differing(before, after), after: differing(after, before) }, now);
}

/** Returns the part of the rules that differs from another state of them, for the audit log. */
function differing(one: ShippingFile, other: ShippingFile): Record<string, unknown> {
  const isIn = (list: readonly unknown[]) => {
    const known = new Set(list.map((entry) => JSON.stringify(entry)));
    return (entry: unknown) => known.has(JSON.stringify(entry));
  };
  const [isMethod, isZone, isHoliday] = [isIn(other.methods), isIn(other.zones), isIn(other.holidays)];
  const parts = {
    methods: one.methods.filter((method) => !isMethod(method)),
    zones: one.zones.filter((zone) => !isZone(zone)).map(shortened),
    holidays: one.holidays.filter((holiday) => !isHoliday(holiday)),
  };
  return Object.fromEntries(Object.entries(parts).filter(([, list]) => list.length > 0));
}

/** How many pincodes the audit log lists. */
const MAX_LOGGED = 50;

const shortened = ({ pincodes, ...zone }: ShippingFile["zones"][number]) => ({
  ...zone,
  pincodes: pincodes.length > MAX_LOGGED ? `${pincodes.length} of them` : pincodes,
});
