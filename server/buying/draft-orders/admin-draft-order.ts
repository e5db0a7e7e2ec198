/** One draft order as staff sees it. */

import { asc, eq } from "drizzle-orm";
import { maySee } from "../../../contract/admin/contact-details.ts";
import type { AdminDraftOrder } from "../../../contract/admin/draft-orders.ts";
import { ApiError } from "../../base/errors.ts";
import { readLastActionOf } from "../../platform/audit/list-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import {
  customer,
  customerOrder,
  draftOrder,
  draftOrderItem,
  product,
  variant,
} from "../../platform/database/schema.ts";
import type { Staff } from "../../platform/http/staff-sessions.ts";
import type { OrderRules } from "../checkout/requested-order.ts";
import type { Terms } from "./linked-draft.ts";
import { requestOf } from "./pay-draft-order.ts";
import { draftOrderState, priceDraftOrder } from "./read-draft-order.ts";

interface ReadDeps {
  staff: Pick<Staff, "permissions">;
  terms: Terms;
  rules: OrderRules;
}

export const draftOrderSubject = (id: number) => ({ type: "draft_order" as const, id: String(id) });

/** Reads a draft order at today's prices; without the permission for it, it has no email. @throws ApiError (404) */
export async function readAdminDraftOrder(
  db: DatabaseOrTransaction,
  id: number,
  { staff, terms, rules }: ReadDeps,
): Promise<AdminDraftOrder> {
  const [found] = await db
    .select({
      draft: draftOrder,
      email: customer.email,
      order: { number: customerOrder.number, paidAt: customerOrder.paidAt },
    })
    .from(draftOrder)
    .innerJoin(customer, eq(customer.id, draftOrder.customerId))
    .leftJoin(customerOrder, eq(customerOrder.id, draftOrder.orderId))
    .where(eq(draftOrder.id, id));
  if (!found) throw new ApiError("not_found", "There is no such draft order.");
  const { draft, order, email } = found;
  const state = draftOrderState(found, rules.now);
  return {
    _id: String(id),
    state,
    version: draft.version,
    lastChange: await readLastActionOf(db, draftOrderSubject(id)),
    name: draft.name,
    email: maySee("email", staff.permissions) ? email : null,
    mobile_no: draft.mobile,
    address: draft.address,
    items: await readChosen(db, id),
    message: draft.message,
    author: draft.author,
    createdAt: draft.createdAt.toISOString(),
    validUntil: draft.validUntil.toISOString(),
    orderNumber: state === "paid" ? (order?.number ?? null) : null,
    priced: await priceDraftOrder(db, draft, await requestOf(draft, terms, undefined), rules),
  };
}

/** Reads the sizes of a draft, and how many of each. */
export const readChosen = (db: DatabaseOrTransaction, id: number): Promise<AdminDraftOrder["items"]> =>
  db
    .select({
      sku: variant.sku,
      title: product.title,
      size: variant.label,
      quantity: draftOrderItem.quantity,
    })
    .from(draftOrderItem)
    .innerJoin(variant, eq(variant.id, draftOrderItem.variantId))
    .innerJoin(product, eq(product.id, variant.productId))
    .where(eq(draftOrderItem.draftId, id))
    .orderBy(asc(variant.id));
