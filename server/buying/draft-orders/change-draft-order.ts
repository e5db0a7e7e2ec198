import { eq } from "drizzle-orm";
import type * as z from "zod/mini";
import type { AdminDraftOrder, draftOrderAdminEndpoints } from "../../../contract/admin/draft-orders.ts";
import { DAY_MS } from "../../../contract/dates.ts";
import { canonicalEmail } from "../../base/canonical-email.ts";
import { ApiError } from "../../base/errors.ts";
import { hashToken, newToken } from "../../base/secrets.ts";
import { deleteUnusedAccounts, findOrCreateCustomer } from "../../people/accounts/find-or-create.ts";
import { differences } from "../../platform/audit/differences.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customer, draftOrder, draftOrderFormerLink, draftOrderItem } from "../../platform/database/schema.ts";
import type { Staff } from "../../platform/http/staff-sessions.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import type { OrderRules } from "../checkout/requested-order.ts";
import { draftOrderSubject, readAdminDraftOrder, readChosen } from "./admin-draft-order.ts";
import { endAttempt } from "./cancel-draft-order.ts";
import { insertItems, mailLink } from "./create-draft-order.ts";
import type { Terms } from "./linked-draft.ts";
import { inPreview } from "./preview.ts";
import { type DraftOrderRow, draftOrderState, lockDraftOrderOfCustomer } from "./read-draft-order.ts";

type Body = z.output<(typeof draftOrderAdminEndpoints)["changeDraftOrder"]["body"]>;

interface ChangeDeps {
  staff: Staff;
  sender: MailSender;
  terms: Terms;
  rules: OrderRules;
}

/** What the audit log only names: its entries are never erased. */
const PERSONAL = ["email", "name", "mobile_no", "address", "message"] as const;

/**
 * Changes a draft order that is not paid. A payment that is open with what it was before ends: what is paid there is refunded.
 * @returns the draft at today's prices; with `preview` as it would be, and nothing is stored
 * @throws ApiError (404), (409) if it is paid, cancelled, changed since `version`, or cannot be ordered now, (422)
 */
export async function changeDraftOrder(
  db: Database,
  id: number,
  { version, preview, mail, days, email, address, items, name, mobile_no: mobile, message }: Body,
  { staff, sender, terms, rules }: ChangeDeps,
): Promise<AdminDraftOrder> {
  const { now } = rules;
  const requested = address && (await terms.request({ address }, "online"));
  return inPreview(db, preview, async (trx) => {
    const draft = await lockChangeable(trx, id, { version, isExtended: days !== undefined, now });
    const before = await audited(trx, draft);
    const customerId = await customerOf(trx, draft, { email, name, mobile, now });
    const isNewCustomer = customerId !== draft.customerId;
    // Else its link is only sent again.
    const isChanged = [days, email, address, items, name, mobile, message].some((given) => given !== undefined);
    const validUntil = days === undefined ? draft.validUntil : new Date(now.getTime() + days * DAY_MS);
    const changed: DraftOrderRow = {
      ...draft,
      customerId,
      name: name ?? draft.name,
      mobile: mobile ?? draft.mobile,
      address: requested?.addresses.shipping ?? draft.address,
      message: message ?? draft.message,
      validUntil,
      version: draft.version + 1,
    };
    const { id: _, tokenHash, ...values } = changed;
    await trx.update(draftOrder).set(values).where(eq(draftOrder.id, id));
    if (items) {
      await trx.delete(draftOrderItem).where(eq(draftOrderItem.draftId, id));
      await insertItems(trx, id, items);
    }
    if (isNewCustomer || items || address || name !== undefined || mobile !== undefined)
      await endAttempt(trx, draft, { cause: "staff", reason: "We changed it before it was paid.", now });
    const result = await readAdminDraftOrder(trx, id, { staff, terms, rules });
    const { priced } = result;
    if (preview) return result;
    if (priced.problem !== null) throw ApiError.ofField("items", priced.problem, "cart_changed");
    // The former customer's link shows a name and an address.
    if (isNewCustomer) await trx.delete(draftOrderFormerLink).where(eq(draftOrderFormerLink.draftId, id));
    if (mail || isNewCustomer) {
      const token = newToken();
      if (!isNewCustomer) await trx.insert(draftOrderFormerLink).values({ tokenHash, draftId: id });
      await trx
        .update(draftOrder)
        .set({ tokenHash: hashToken(token) })
        .where(eq(draftOrder.id, id));
      const to = await emailOf(trx, customerId);
      await mailLink(trx, changed, { sender, token, email: to, priced, isChange: isChanged && !isNewCustomer, now });
    }
    if (isNewCustomer) await deleteUnusedAccounts(trx, [draft.customerId]);
    const after = await audited(trx, changed);
    const difference = differences(before, after, Object.keys(after));
    const given = { email, name, mobile_no: mobile, address, message };
    const personal = PERSONAL.filter((field) => given[field] !== undefined);
    await recordAudit(
      trx,
      staff,
      {
        action: "draft_order.changed",
        subject: draftOrderSubject(id),
        before: difference?.before ?? null,
        after: {
          ...difference?.after,
          ...(personal.length > 0 && { fields: personal }),
          total: priced.totalPrice,
        },
      },
      now,
    );
    return { ...result, lastChange: { by: staff.name, at: now.toISOString() } };
  });
}

interface Seen {
  version: number;
  /** Whether the link is to be valid for some days from now. */
  isExtended: boolean;
  now: Date;
}

/** Locks a draft that can be changed. @throws ApiError (404), (409), (422) if its link has expired and stays so */
async function lockChangeable(
  trx: DatabaseOrTransaction,
  id: number,
  { version, isExtended, now }: Seen,
): Promise<DraftOrderRow> {
  const found = await lockDraftOrderOfCustomer(trx, id);
  const state = draftOrderState(found, now);
  if (state === "paid") throw new ApiError("already_paid", "This order is paid. Please change the order itself.");
  if (state === "cancelled") throw new ApiError("conflict", "This draft order is cancelled. Please create a new one.");
  if (found.draft.version !== version)
    throw new ApiError(
      "conflict",
      "Somebody has changed this draft order meanwhile. Nothing that you have typed is lost.",
    );
  if (state === "expired" && !isExtended)
    throw ApiError.ofField("days", "The link has expired. Please choose for how long it is to be valid.");
  return found.draft;
}

/** Returns the draft's customer, or, if it is to have another email, the customer of that. */
async function customerOf(
  trx: DatabaseOrTransaction,
  draft: DraftOrderRow,
  {
    email,
    name = draft.name,
    mobile = draft.mobile,
    now,
  }: { now: Date } & {
    [Name in "email" | "name" | "mobile"]: string | undefined;
  },
): Promise<number> {
  if (email === undefined || canonicalEmail(email) === (await emailOf(trx, draft.customerId))) return draft.customerId;
  return findOrCreateCustomer(trx, { email, name, mobile, isInformed: true, now });
}

async function emailOf(trx: DatabaseOrTransaction, customerId: number): Promise<string> {
  const [found] = await trx.select({ email: customer.email }).from(customer).where(eq(customer.id, customerId));
  return found?.email ?? "";
}

/** Returns what the audit log shows of a draft before and after. */
const audited = async (trx: DatabaseOrTransaction, { id, validUntil }: DraftOrderRow) => ({
  items: (await readChosen(trx, id)).map(({ sku, quantity }) => `${quantity} × ${sku}`),
  validUntil: validUntil.toISOString(),
});
