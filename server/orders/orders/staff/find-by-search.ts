import { and, eq, ilike, inArray, or, type SQL } from "drizzle-orm";
import { mobileNumberOf } from "../../../../contract/written-numbers.ts";
import { canonicalEmail } from "../../../base/canonical-email.ts";
import { ApiError } from "../../../base/errors.ts";
import type { Database } from "../../../platform/database/database.ts";
import { customerOrder, shipment } from "../../../platform/database/schema.ts";
import { spellings } from "../find-order.ts";

/** Shorter words have no trigram, by which the index finds names. */
const MIN_WORD = 3;

/**
 * Returns the condition for what staff has typed into the search: an email, an order number or AWB, a phone number, or words of the
 * customer's name. Each is found by an index.
 * @throws ApiError (400) for words that are too short
 */
export async function conditionOf(db: Database, typed: string): Promise<SQL | undefined> {
  if (typed.includes("@")) return eq(customerOrder.email, canonicalEmail(typed));
  const compact = typed.replace(/\s+/g, "").toUpperCase();
  const parcels = db.select({ id: shipment.orderId }).from(shipment).where(eq(shipment.awb, compact));
  const found = await db
    .select({ id: customerOrder.id })
    .from(customerOrder)
    .where(inArray(customerOrder.number, spellings(compact)))
    .union(parcels);
  if (found.length > 0)
    return inArray(
      customerOrder.id,
      found.map(({ id }) => id),
    );
  const digits = mobileNumberOf(typed);
  if (/^\d{10}$/.test(digits)) return eq(customerOrder.mobile, digits);
  const words = typed.split(/\s+/).filter((word) => word.length >= MIN_WORD);
  if (words.length === 0)
    throw ApiError.ofField("q", `Please type at least ${MIN_WORD} letters of the name.`, "bad_request");
  return and(...words.map((word) => or(ilike(customerOrder.customerName, `%${word.replace(/[\\%_]/g, "\\$&")}%`))));
}
