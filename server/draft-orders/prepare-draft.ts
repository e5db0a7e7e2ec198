import { and, desc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { DraftPreview, draftOrderAdminEndpoints, ListedDraft } from "../../contract/admin/draft-orders.ts";
import { findOrCreateCustomer } from "../accounts/find-or-create.ts";
import { type Actor, recordAudit } from "../audit/record-audit.ts";
import type { OrderRules, RequestedOrder } from "../checkout/place-order.ts";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { customer, customerOrder, draftOrder, draftOrderItem, variant } from "../database/schema.ts";
import { ApiError } from "../errors.ts";
import { queueMail } from "../mail/outbox.ts";
import type { MailSender } from "../mail/sender.ts";
import { toPaise } from "../money.ts";
import { hashToken, newToken } from "../secrets.ts";
import { preparedOrderMail } from "./mails.ts";
import { draftState, priceDraft, readDraftRows } from "./read-draft.ts";

const DAY_MS = 24 * 60 * 60_000;
const PAGE_SIZE = 50;

type DraftBody = z.infer<(typeof draftOrderAdminEndpoints)["prepareDraft"]["body"]>;

interface PrepareDeps {
  actor: Actor;
  sender: MailSender;
  requested: RequestedOrder;
  rules: OrderRules;
}

/** Rolls back the transaction of a preview. */
class Preview extends Error {
  readonly priced: DraftPreview;

  constructor(priced: DraftPreview) {
    super("nothing is stored");
    this.priced = priced;
  }
}

/**
 * Stores a prepared order and queues the email with its link. With `preview` it only computes the price.
 * @returns what it costs now
 * @throws ApiError (422) for an unknown SKU, (409) if it cannot be ordered now
 */
export async function prepareDraft(
  db: Database,
  body: DraftBody,
  { actor, sender, requested, rules }: PrepareDeps,
): Promise<DraftPreview> {
  const token = newToken();
  const work = db.transaction(async (trx) => {
    const { name, mobile_no: mobile, address, message, days } = body;
    const customerId = await findOrCreateCustomer(trx, { email: body.email, name, mobile });
    const validUntil = new Date(rules.now.getTime() + days * DAY_MS);
    const [draft] = await trx
      .insert(draftOrder)
      .values({
        tokenHash: hashToken(token),
        customerId,
        name,
        mobile,
        address,
        message,
        author: actor.name,
        createdAt: rules.now,
        validUntil,
      })
      .returning();
    if (!draft) throw new Error("the draft was not inserted");
    await insertItems(trx, draft.id, body.items);
    const priced = await priceDraft(trx, customerId, await readDraftRows(trx, draft), requested, rules);
    if (body.preview) throw new Preview(priced);
    if (priced.problem !== null) throw ApiError.ofField("items", priced.problem, "cart_changed");
    await queueMail(
      trx,
      {
        to: body.email,
        ...preparedOrderMail(sender, {
          name,
          items: priced.items.map((item) => `${item.quantity} × ${[item.title, item.size].filter(Boolean).join(", ")}`),
          totalPaise: toPaise(priced.totalPrice),
          message,
          url: `${sender.origin}/pay/${token}`,
          validUntil,
        }),
        mustArrive: true,
      },
      rules.now,
    );
    const after = {
      units: body.items.reduce((sum, { quantity }) => sum + quantity, 0),
      total: priced.totalPrice,
      days,
    };
    await recordAudit(
      trx,
      actor,
      { action: "draft.prepared", subject: { type: "draft", id: String(draft.id) }, after },
      rules.now,
    );
    return priced;
  });
  return work.catch((error) => {
    if (error instanceof Preview) return error.priced;
    throw error;
  });
}

/** Stores the items by their SKUs; the same SKU twice adds up. */
async function insertItems(trx: DatabaseOrTransaction, draftId: number, items: DraftBody["items"]): Promise<void> {
  const found = await trx
    .select({ id: variant.id, sku: variant.sku })
    .from(variant)
    .where(
      inArray(
        variant.sku,
        items.map(({ sku }) => sku),
      ),
    );
  const quantities = new Map<number, number>();
  for (const [at, { sku, quantity }] of items.entries()) {
    const size = found.find((one) => one.sku === sku);
    if (!size) throw ApiError.ofField(`items.${at}.sku`, `No size has the SKU ${sku}.`);
    quantities.set(size.id, (quantities.get(size.id) ?? 0) + quantity);
  }
  await trx
    .insert(draftOrderItem)
    .values([...quantities].map(([variantId, quantity]) => ({ draftId, variantId, quantity })));
}

/** Lists prepared orders, newest first. @param after the id of the last one of the page before */
export async function listDrafts(
  db: Database,
  after: number | undefined,
  now: Date,
): Promise<{ drafts: ListedDraft[]; hasMore: boolean }> {
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
  return {
    drafts: rows.slice(0, PAGE_SIZE).map(({ email, units, ...found }) => {
      const state = draftState(found, now);
      const { id, name, author, createdAt, validUntil } = found.draft;
      return {
        _id: String(id),
        state,
        name,
        email,
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

/**
 * Withdraws a prepared order. A payment that is open already can still be made: its order is like any other.
 * @throws ApiError (404) for an unknown id, (409) if it is paid
 */
export async function withdrawDraft(
  db: Database,
  id: number,
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  await db.transaction(async (trx) => {
    const [locked] = await trx.select().from(draftOrder).where(eq(draftOrder.id, id)).for("update");
    if (!locked) throw new ApiError("not_found", "There is no such prepared order.");
    const [order] = locked.orderId
      ? await trx
          .select({ number: customerOrder.number, paidAt: customerOrder.paidAt })
          .from(customerOrder)
          .where(eq(customerOrder.id, locked.orderId))
      : [];
    if (draftState({ draft: locked, order: order ?? null }, now) === "paid")
      throw new ApiError("already_paid", "This order is paid. Please cancel the order itself.");
    await trx
      .update(draftOrder)
      .set({ withdrawnAt: now })
      .where(and(eq(draftOrder.id, id), isNull(draftOrder.withdrawnAt)));
    await recordAudit(trx, actor, { action: "draft.withdrawn", subject: { type: "draft", id: String(id) } }, now);
  });
}
