import type * as z from "zod/mini";
import type { DraftOrderPreview, draftOrderAdminEndpoints } from "../../../contract/admin/draft-orders.ts";
import { DAY_MS } from "../../../contract/dates.ts";
import { ApiError } from "../../base/errors.ts";
import { toPaise } from "../../base/money.ts";
import { hashToken, newToken } from "../../base/secrets.ts";
import { payPath } from "../../orders/orders/pay-link.ts";
import { findOrCreateCustomer } from "../../people/accounts/find-or-create.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { draftOrder, draftOrderItem } from "../../platform/database/schema.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { findBySkus } from "../../selling/variants/size-names.ts";
import type { OrderRules, RequestedOrder } from "../checkout/requested-order.ts";
import { draftOrderEmail } from "./emails.ts";
import { inPreview } from "./preview.ts";
import { type DraftOrderRow, priceDraftOrder } from "./read-draft-order.ts";

type DraftOrderBody = z.infer<(typeof draftOrderAdminEndpoints)["createDraftOrder"]["body"]>;

interface CreateDeps {
  actor: Actor;
  sender: MailSender;
  requested: RequestedOrder;
  rules: OrderRules;
}

/**
 * Stores a draft order and queues the email with its link. With `preview` it only computes the price.
 * @returns what it costs now
 * @throws ApiError (422) for an unknown SKU, (409) if it cannot be ordered now
 */
export async function createDraftOrder(
  db: Database,
  body: DraftOrderBody,
  { actor, sender, requested, rules }: CreateDeps,
): Promise<DraftOrderPreview> {
  const token = newToken();
  return inPreview(db, body.preview, async (trx) => {
    const { name, mobile_no: mobile, message, days } = body;
    const { shipping: address } = requested.addresses;
    const customerId = await findOrCreateCustomer(trx, {
      email: body.email,
      ...{ name, mobile, isInformed: true, now: rules.now },
    });
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
    const priced = await priceDraftOrder(trx, draft, requested, rules);
    if (body.preview) return priced;
    if (priced.problem !== null) throw ApiError.ofField("items", priced.problem, "cart_changed");
    await mailLink(trx, draft, { sender, token, email: body.email, priced, isChange: false, now: rules.now });
    const after = {
      units: body.items.reduce((sum, { quantity }) => sum + quantity, 0),
      total: priced.totalPrice,
      days,
    };
    await recordAudit(
      trx,
      actor,
      { action: "draft_order.created", subject: { type: "draft_order" as const, id: String(draft.id) }, after },
      rules.now,
    );
    return priced;
  });
}

interface LinkMail {
  sender: MailSender;
  token: string;
  email: string;
  priced: DraftOrderPreview;
  /** Whether the customer has had an email about it before. */
  isChange: boolean;
  now: Date;
}

/** Queues the email with a draft's link. */
export function mailLink(
  trx: DatabaseOrTransaction,
  { name, message, validUntil }: Pick<DraftOrderRow, "name" | "message" | "validUntil">,
  { sender, token, email, priced, isChange, now }: LinkMail,
): Promise<unknown> {
  return queueMail(
    trx,
    {
      to: email,
      ...draftOrderEmail(sender, {
        name,
        items: priced.items.map((item) => `${item.quantity} × ${[item.title, item.size].filter(Boolean).join(", ")}`),
        totalPaise: toPaise(priced.totalPrice),
        message,
        url: sender.origin + payPath(token),
        validUntil,
        isChange,
      }),
      mustArrive: true,
    },
    now,
  );
}

/** Stores the items by their SKUs; quantities of the same SKU add up. */
export async function insertItems(
  trx: DatabaseOrTransaction,
  draftId: number,
  items: DraftOrderBody["items"],
): Promise<void> {
  const found = await findBySkus(
    trx,
    items.map(({ sku }) => sku),
  );
  const quantities = new Map<number, number>();
  for (const [at, { sku, quantity }] of items.entries()) {
    const size = found.get(sku);
    if (!size) throw ApiError.ofField(`items.${at}.sku`, `No size has the SKU ${sku}.`);
    quantities.set(size.id, (quantities.get(size.id) ?? 0) + quantity);
  }
  await trx
    .insert(draftOrderItem)
    .values([...quantities].map(([variantId, quantity]) => ({ draftId, variantId, quantity })));
}
