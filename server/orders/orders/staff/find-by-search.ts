import { and, eq, ilike, inArray, or, type SQL } from "drizzle-orm";
import { type ContactDetail, maySee, permissionFor } from "../../../../contract/admin/contact-details.ts";
import { PERMISSIONS, type Permission } from "../../../../contract/admin/permissions.ts";
import { mobileNumberOf, plainCode } from "../../../../contract/written-numbers.ts";
import { canonicalEmail } from "../../../base/canonical-email.ts";
import { ApiError } from "../../../base/errors.ts";
import type { Database } from "../../../platform/database/database.ts";
import { customerOrder, shipment } from "../../../platform/database/schema.ts";
import { hasNumber } from "../order-number.ts";

/** Shorter words have no trigram, by which the index finds names. */
const MIN_WORD = 3;

/**
 * Returns the condition for what staff has typed into the search: an email, an order number or AWB, a phone number, or words of the
 * customer's name. Each is found by an index.
 * @param permissions of who searches
 * @throws ApiError (400) for words that are too short, and for an email or a phone number that the role does not see
 */
export async function conditionOf(
  db: Database,
  typed: string,
  permissions: ReadonlySet<Permission>,
): Promise<SQL | undefined> {
  const requireSeen = (detail: ContactDetail, name: string) => {
    if (maySee(detail, permissions)) return;
    const needed = permissionFor(detail);
    const message = `Your role may not ${PERMISSIONS[needed]} (${needed}), so it can’t search by ${name}. Please search by order number, AWB or name.`;
    throw ApiError.ofField("q", message, "bad_request");
  };
  if (typed.includes("@")) {
    requireSeen("email", "email");
    return eq(customerOrder.email, canonicalEmail(typed));
  }
  const parcels = db
    .select({ id: shipment.orderId })
    .from(shipment)
    .where(eq(shipment.awb, plainCode(typed)));
  const found = await db.select({ id: customerOrder.id }).from(customerOrder).where(hasNumber(typed)).union(parcels);
  if (found.length > 0)
    return inArray(
      customerOrder.id,
      found.map(({ id }) => id),
    );
  const digits = mobileNumberOf(typed);
  if (/^\d{10}$/.test(digits)) {
    requireSeen("phone", "phone number");
    return eq(customerOrder.mobile, digits);
  }
  const words = typed.split(/\s+/).filter((word) => word.length >= MIN_WORD);
  if (words.length === 0)
    throw ApiError.ofField("q", `Please type at least ${MIN_WORD} letters of the name.`, "bad_request");
  return and(...words.map((word) => or(ilike(customerOrder.customerName, `%${word.replace(/[\\%_]/g, "\\$&")}%`))));
}
