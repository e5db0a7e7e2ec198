import { desc, eq, lt, sql } from "drizzle-orm";
import { maySee } from "../../../contract/admin/contact-details.ts";
import type { ListedDraftOrder } from "../../../contract/admin/draft-orders.ts";
import { maskEmails } from "../../base/mask-contact.ts";
import type { Database } from "../../platform/database/database.ts";
import { customer, customerOrder, draftOrder, draftOrderItem } from "../../platform/database/schema.ts";
import type { Staff } from "../../platform/http/staff-sessions.ts";
import { draftOrderState } from "./read-draft-order.ts";

const PAGE_SIZE = 50;

/** Lists draft orders, newest first; without the permission for it, emails are masked. @param after the id of the last draft of the previous page */
export async function listDraftOrders(
  db: Database,
  after: number | undefined,
  { staff, now }: { staff: Pick<Staff, "permissions">; now: Date },
): Promise<{ drafts: ListedDraftOrder[]; hasMore: boolean }> {
  const rows = await db
    .select({
      draft: draftOrder,
      order: { number: customerOrder.number, paidAt: customerOrder.paidAt },
      email: customer.email,
      units: sql<number>`(select coalesce(sum(${draftOrderItem.quantity}), 0)::int from ${draftOrderItem} where ${draftOrderItem.draftId} = ${draftOrder.id})`,
    })
    .from(draftOrder)
    .innerJoin(customer, eq(customer.id, draftOrder.customerId))
    .leftJoin(customerOrder, eq(customerOrder.id, draftOrder.orderId))
    .where(after === undefined ? undefined : lt(draftOrder.id, after))
    .orderBy(desc(draftOrder.id))
    .limit(PAGE_SIZE + 1);
  const shown = maySee("email", staff.permissions) ? (email: string) => email : maskEmails;
  return {
    drafts: rows.slice(0, PAGE_SIZE).map(({ email, units, ...found }) => {
      const state = draftOrderState(found, now);
      const { id, name, author, createdAt, validUntil } = found.draft;
      return {
        _id: String(id),
        state,
        name,
        email: shown(email),
        units,
        author,
        createdAt: createdAt.toISOString(),
        validUntil: validUntil.toISOString(),
        orderNumber: state === "paid" ? (found.order?.number ?? null) : null,
      };
    }),
    hasMore: rows.length > PAGE_SIZE,
  };
}
