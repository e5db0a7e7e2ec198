/** Subscribers as staff lists, reads and unsubscribes them. */

import { and, desc, eq, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { AdminSubscriber, ListedSubscriber, SubscriberFilter } from "../../../contract/admin/subscribers.ts";
import { ApiError } from "../../base/errors.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database } from "../../platform/database/database.ts";
import { newsletterSubscriber } from "../../platform/database/schema.ts";
import { type Consent, readConsents } from "./consents.ts";
import { isSentTo, type Subscriber } from "./list-subscribers.ts";
import { unsubscribeById } from "./unsubscribe.ts";

const PAGE_SIZE = 50;
/** Rows per query of the export. */
const BATCH = 500;

export async function listSubscribersBefore(
  db: Database,
  { before, ...filter }: SubscriberFilter & { before?: string | undefined },
): Promise<{ subscribers: ListedSubscriber[]; hasMore: boolean }> {
  const rows = await readRows(db, filter, before === undefined ? null : Number(before), PAGE_SIZE + 1);
  return { subscribers: rows.slice(0, PAGE_SIZE).map(toListed), hasMore: rows.length > PAGE_SIZE };
}

function readRows(db: Database, filter: SubscriberFilter, before: number | null, max: number): Promise<Subscriber[]> {
  return db
    .select()
    .from(newsletterSubscriber)
    .where(and(matches(filter), before === null ? undefined : lt(newsletterSubscriber.id, before)))
    .orderBy(desc(newsletterSubscriber.id))
    .limit(max);
}

const matches = ({ state, q }: SubscriberFilter): SQL | undefined =>
  and(
    state === "set_aside"
      ? and(eq(newsletterSubscriber.state, "confirmed"), isNotNull(newsletterSubscriber.setAsideAt))
      : state === "confirmed"
        ? isSentTo
        : eq(newsletterSubscriber.state, state),
    q === undefined ? undefined : sql`strpos(${newsletterSubscriber.email}, ${q.toLowerCase()}) > 0`,
  );

/** Reads every matching subscriber with their consents, in batches. */
export async function* readSubscribers(
  db: Database,
  filter: SubscriberFilter,
): AsyncGenerator<{ row: Subscriber; consents: Consent[] }> {
  for (let before: number | null = null; ; ) {
    const rows: Subscriber[] = await readRows(db, filter, before, BATCH);
    const consents = await readConsents(
      db,
      rows.map(({ id }) => id),
    );
    for (const row of rows) yield { row, consents: consentsOf(row, consents) };
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    before = last.id;
  }
}

/** @throws ApiError (404) */
export async function readSubscriber(db: Database, id: number): Promise<AdminSubscriber> {
  const [row] = await db.select().from(newsletterSubscriber).where(eq(newsletterSubscriber.id, id));
  if (!row) throw new ApiError("not_found", "There is no such subscriber.");
  const consents = consentsOf(row, await readConsents(db, [id]));
  return { ...toListed(row), consents: consents.map((consent) => ({ ...consent, at: consent.at.toISOString() })) };
}

/** Does nothing for an unsubscribed one. @throws ApiError (404) */
export async function unsubscribeByStaff(db: Database, id: number, actor: Actor): Promise<AdminSubscriber> {
  await db.transaction(async (trx) => {
    const now = new Date();
    const before = await unsubscribeById(trx, id, `Back office: ${actor.name}`, now);
    if (before === null) throw new ApiError("not_found", "There is no such subscriber.");
    if (before === "unsubscribed") return;
    const subject = { type: "subscriber" as const, id: String(id) };
    await recordAudit(trx, actor, { action: "subscriber.unsubscribed", subject }, now);
  });
  return readSubscriber(db, id);
}

/** Sends to a subscriber again whose mailbox did not exist. @throws ApiError (404), (409) unless they are set aside */
export async function resumeByStaff(db: Database, id: number, actor: Actor): Promise<AdminSubscriber> {
  await db.transaction(async (trx) => {
    const [resumed] = await trx
      .update(newsletterSubscriber)
      .set({ refusals: 0, setAsideAt: null })
      .where(and(eq(newsletterSubscriber.id, id), isNotNull(newsletterSubscriber.setAsideAt)))
      .returning({ id: newsletterSubscriber.id });
    if (!resumed) {
      await readSubscriber(db, id);
      throw new ApiError("conflict", "The newsletter goes to this email already.");
    }
    const subject = { type: "subscriber" as const, id: String(id) };
    await recordAudit(trx, actor, { action: "subscriber.resumed", subject }, new Date());
  });
  return readSubscriber(db, id);
}

/** Lists a subscriber's consents. A sign-up older than the records is derived from the subscription. */
function consentsOf(row: Subscriber, all: ReadonlyMap<number, Consent[]>): Consent[] {
  const recorded = all.get(row.id) ?? [];
  if (recorded.length > 0) return recorded;
  const known = { asked: row.signedUpAt, confirmed: row.confirmedAt, unsubscribed: row.unsubscribedAt };
  return Object.entries(known).flatMap(([event, at]) =>
    at === null ? [] : [{ event: event as Consent["event"], at, place: "", wording: "" }],
  );
}

const toListed = ({
  id,
  email,
  state,
  signedUpAt,
  confirmedAt,
  unsubscribedAt,
  setAsideAt,
}: Subscriber): ListedSubscriber => ({
  _id: String(id),
  email,
  state,
  signedUpAt: signedUpAt.toISOString(),
  confirmedAt: confirmedAt?.toISOString() ?? null,
  unsubscribedAt: unsubscribedAt?.toISOString() ?? null,
  setAsideAt: setAsideAt?.toISOString() ?? null,
});
