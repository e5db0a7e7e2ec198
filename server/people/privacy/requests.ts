/** Requests about personal data, of customers and of people without an account: adding, listing, withdrawing. */

import { and, asc, desc, eq, gt, inArray, lt, notInArray, or, type SQL } from "drizzle-orm";
import type { ListedRequest, StaffRequest } from "../../../contract/admin/privacy.ts";
import { type OwnRequest, RESPONSE_DAYS, type RequestKind } from "../../../contract/privacy/schemas.ts";
import { ApiError } from "../../base/errors.ts";
import { randomCode } from "../../base/random-code.ts";
import { daysAfter } from "../../base/time.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customer, privacyRequest } from "../../platform/database/schema.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { ERASED_DOMAIN, listOpenOrders } from "../accounts/erase-account.ts";
import { requestReceivedEmail } from "./emails.ts";
import { accountIdsOf, type Person, personOf } from "./person.ts";

export type RequestRow = typeof privacyRequest.$inferSelect;

const OPEN = ["open", "erasing"] as const;
const PAGE_SIZE = 50;

const dueAt = (requestedAt: Date) => daysAfter(requestedAt, RESPONSE_DAYS);
export const subjectOf = ({ reference }: Pick<RequestRow, "reference">) => ({
  type: "privacy_request" as const,
  id: reference,
});

interface NewRequest {
  /** An account, or the email of somebody without one, in lower case. */
  requester: { customerId: number } | { email: string };
  kind: RequestKind;
  message: string;
  deleteReviews: boolean;
  mobile?: string;
  identification?: string;
  /** The member of staff who records it; empty if they ask themselves. */
  recordedBy: string;
}

/**
 * Stores a request, and emails its reference and deadline; returns an open request of the same kind instead. An email with an account makes
 * it a request of the account.
 * @returns whether it is new
 * @throws ApiError (409) for a deleted account
 */
export async function addRequest(
  trx: DatabaseOrTransaction,
  { requester, ...request }: NewRequest,
  { sender, now }: { sender: MailSender; now: Date },
): Promise<{ row: RequestRow; isNew: boolean }> {
  const isByEmail = "email" in requester;
  const [account] = await trx
    .select()
    .from(customer)
    .where(isByEmail ? eq(customer.email, requester.email) : eq(customer.id, requester.customerId))
    .for("no key update");
  if (!isByEmail && (!account || account.closedAt)) throw new ApiError("conflict", "This account is already deleted.");
  const owner = account ? { customerId: account.id } : requester;
  const [row] = await trx
    .insert(privacyRequest)
    .values({ ...owner, ...request, reference: `P-${randomCode(8)}`, shopOrigin: sender.origin, requestedAt: now })
    .onConflictDoNothing()
    .returning();
  if (!row) return { row: await readOpenRequest(trx, owner, request.kind), isNew: false };
  const mail = requestReceivedEmail(sender, { ...row, name: account?.name ?? null, dueAt: dueAt(now) });
  const to = "email" in owner ? owner.email : account?.email;
  if (to) await queueMail(trx, { to, ...mail, mustArrive: true }, now);
  return { row, isNew: true };
}

async function readOpenRequest(
  trx: DatabaseOrTransaction,
  owner: NewRequest["requester"],
  kind: RequestKind,
): Promise<RequestRow> {
  const [known] = await trx
    .select()
    .from(privacyRequest)
    .where(
      and(
        "email" in owner ? eq(privacyRequest.email, owner.email) : eq(privacyRequest.customerId, owner.customerId),
        eq(privacyRequest.kind, kind),
        inArray(privacyRequest.state, [...OPEN]),
      ),
    );
  if (!known) throw new Error("the request was neither stored nor found");
  return known;
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

export const listOwnRequests = (db: Database, customerId: number): Promise<OwnRequest[]> =>
  listWhere(db, eq(privacyRequest.customerId, customerId));

/** Lists the requests of somebody, with an account or without. */
export const listRequestsOf = (db: Database, person: Person): Promise<OwnRequest[]> =>
  listWhere(db, or(eq(privacyRequest.email, person.email), inArray(privacyRequest.customerId, accountIdsOf(person))));

async function listWhere(db: Database, condition: SQL | undefined): Promise<OwnRequest[]> {
  const rows = await db
    .select()
    .from(privacyRequest)
    .where(condition)
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
    .leftJoin(customer, eq(customer.id, privacyRequest.customerId))
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
    requests: rows.slice(0, PAGE_SIZE).map(({ request, name, publicId }) => toListed(request, name, publicId, now)),
    hasMore: rows.length > PAGE_SIZE,
  };
}

function toListed(row: RequestRow, name: string | null, publicId: string | null, now: Date): ListedRequest {
  return {
    ...toOwn(row),
    _id: String(row.id),
    customer: name ?? (hasEmail(row) ? row.email : "Erased"),
    customerId: publicId,
    isLate: (row.closedAt ?? now) > dueAt(row.requestedAt),
  };
}

/** @throws ApiError (404) */
export async function readRequest(db: DatabaseOrTransaction, id: number): Promise<StaffRequest> {
  const [found] = await db
    .select({ request: privacyRequest, account: customer })
    .from(privacyRequest)
    .leftJoin(customer, eq(customer.id, privacyRequest.customerId))
    .where(eq(privacyRequest.id, id));
  if (!found) throw new ApiError("not_found", "There is no such request.");
  const { request, account } = found;
  const { message, mobile, identification, recordedBy, deleteReviews, version } = request;
  const isOpen = request.kind === "erasure" && request.state === "open";
  const person = isOpen ? await personOf(db, request) : null;
  return {
    ...toListed(request, account?.name ?? null, account?.publicId ?? null, new Date()),
    email: emailOf(request, account) ?? "",
    mobile_no: mobile,
    identification,
    message,
    recordedBy,
    deleteReviews,
    openOrders: person ? await listOpenOrders(db, accountIdsOf(person), person.mobile) : [],
    version,
  };
}

/** The email to answer to; null once it is erased. */
export function emailOf(
  row: RequestRow,
  account: Pick<typeof customer.$inferSelect, "email" | "closedAt"> | null,
): string | null {
  if (row.customerId !== null) return account && !account.closedAt ? account.email : null;
  return hasEmail(row) ? row.email : null;
}

/** Whether a request has an email that is not erased. */
const hasEmail = (row: RequestRow): row is RequestRow & { email: string } =>
  row.email !== null && !row.email.endsWith(ERASED_DOMAIN);
