/** Customers' requests about their personal data: adding, listing, withdrawing. */

import { and, asc, desc, eq, gt, inArray, lt, notInArray } from "drizzle-orm";
import type { ListedRequest, StaffRequest } from "../../../contract/admin/privacy.ts";
import { type OwnRequest, RESPONSE_DAYS, type RequestKind } from "../../../contract/privacy/schemas.ts";
import { ApiError } from "../../base/errors.ts";
import { randomCode } from "../../base/random-code.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customer, privacyRequest } from "../../platform/database/schema.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { listOpenOrders } from "../accounts/erase-account.ts";
import { requestReceivedEmail } from "./emails.ts";

export type RequestRow = typeof privacyRequest.$inferSelect;

export const OPEN = ["open", "erasing"] as const;
const PAGE_SIZE = 50;

export const dueAt = (requestedAt: Date) => new Date(requestedAt.getTime() + RESPONSE_DAYS * 86_400_000);
export const subjectOf = ({ reference }: Pick<RequestRow, "reference">) => ({
  type: "privacy_request" as const,
  id: reference,
});

interface NewRequest {
  customerId: number;
  kind: RequestKind;
  message: string;
  deleteReviews: boolean;
  /** The member of staff who records it; empty if the customer asks. */
  recordedBy: string;
}

/**
 * Stores a request, and emails the customer its reference and deadline; returns an open request of the same kind instead.
 * @returns whether it is new
 * @throws ApiError (409) for a deleted account
 */
export async function addRequest(
  trx: DatabaseOrTransaction,
  request: NewRequest,
  { sender, now }: { sender: MailSender; now: Date },
): Promise<{ row: RequestRow; isNew: boolean }> {
  const [account] = await trx.select().from(customer).where(eq(customer.id, request.customerId)).for("no key update");
  if (!account || account.closedAt) throw new ApiError("conflict", "This account is already deleted.");
  const [known] = await trx
    .select()
    .from(privacyRequest)
    .where(
      and(
        eq(privacyRequest.customerId, request.customerId),
        eq(privacyRequest.kind, request.kind),
        inArray(privacyRequest.state, [...OPEN]),
      ),
    );
  if (known) return { row: known, isNew: false };
  const [row] = await trx
    .insert(privacyRequest)
    .values({ ...request, reference: `P-${randomCode(8)}`, shopOrigin: sender.origin, requestedAt: now })
    .returning();
  if (!row) throw new Error("the request was not stored");
  const mail = requestReceivedEmail(sender, { ...row, name: account.name, dueAt: dueAt(now) });
  await queueMail(trx, { to: account.email, ...mail, mustArrive: true }, now);
  return { row, isNew: true };
}

export function toOwn(row: RequestRow): OwnRequest {
  return {
    reference: row.reference,
    kind: row.kind,
    state: row.state,
    requestedAt: row.requestedAt.toISOString(),
    dueAt: dueAt(row.requestedAt).toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
    reason: row.reason,
  };
}

export async function listOwnRequests(db: Database, customerId: number): Promise<OwnRequest[]> {
  const rows = await db
    .select()
    .from(privacyRequest)
    .where(eq(privacyRequest.customerId, customerId))
    .orderBy(desc(privacyRequest.id))
    .limit(PAGE_SIZE);
  return rows.map(toOwn);
}

/** @throws ApiError (404), (409) for one that is no longer open */
export async function withdrawRequest(db: Database, customerId: number, reference: string, now: Date): Promise<void> {
  await db.transaction(async (trx) => {
    const [row] = await trx
      .select()
      .from(privacyRequest)
      .where(and(eq(privacyRequest.customerId, customerId), eq(privacyRequest.reference, reference)))
      .for("update");
    if (!row) throw new ApiError("not_found", "There is no such request in your account.");
    if (row.state === "withdrawn") return;
    if (row.state !== "open") throw new ApiError("conflict", "This request has already been answered.");
    await trx
      .update(privacyRequest)
      .set({ state: "withdrawn", closedAt: now, version: row.version + 1 })
      .where(eq(privacyRequest.id, row.id));
  });
}

/** Lists open requests oldest first, closed ones newest first, by keyset. */
export async function listRequests(
  db: Database,
  { tab, after }: { tab: "open" | "closed"; after?: number | undefined },
): Promise<{ requests: ListedRequest[]; hasMore: boolean }> {
  const { id, state } = privacyRequest;
  const isOpen = tab === "open";
  const rows = await db
    .select({ request: privacyRequest, name: customer.name, publicId: customer.publicId })
    .from(privacyRequest)
    .innerJoin(customer, eq(customer.id, privacyRequest.customerId))
    .where(
      and(
        isOpen ? inArray(state, [...OPEN]) : notInArray(state, [...OPEN]),
        after === undefined ? undefined : isOpen ? gt(id, after) : lt(id, after),
      ),
    )
    .orderBy(isOpen ? asc(id) : desc(id))
    .limit(PAGE_SIZE + 1);
  const now = new Date();
  return {
    requests: rows.slice(0, PAGE_SIZE).map(({ request, ...account }) => toListed(request, account, now)),
    hasMore: rows.length > PAGE_SIZE,
  };
}

function toListed(row: RequestRow, { name, publicId }: { name: string; publicId: string }, now: Date): ListedRequest {
  return {
    ...toOwn(row),
    _id: String(row.id),
    customer: name,
    customerId: publicId,
    isLate: (row.closedAt ?? now) > dueAt(row.requestedAt),
  };
}

/** @throws ApiError (404) */
export async function readRequest(db: DatabaseOrTransaction, id: number): Promise<StaffRequest> {
  const [found] = await db
    .select({ request: privacyRequest, account: customer })
    .from(privacyRequest)
    .innerJoin(customer, eq(customer.id, privacyRequest.customerId))
    .where(eq(privacyRequest.id, id));
  if (!found) throw new ApiError("not_found", "There is no such request.");
  const { request, account } = found;
  const { message, recordedBy, deleteReviews, version } = request;
  const isOpen = request.kind === "erasure" && request.state === "open";
  return {
    ...toListed(request, account, new Date()),
    email: account.closedAt ? "" : account.email,
    message,
    recordedBy,
    deleteReviews,
    openOrders: isOpen ? await listOpenOrders(db, account.id) : [],
    version,
  };
}
