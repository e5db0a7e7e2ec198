/** Campaigns, as staff lists, reads, writes and deletes them. */

import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import type { AdminCampaign, CampaignFields, ListedCampaign } from "../../../contract/admin/campaigns.ts";
import { ApiError } from "../../base/errors.ts";
import { differences } from "../../platform/audit/differences.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { newsletterCampaign, newsletterRecipient, newsletterSubscriber } from "../../platform/database/schema.ts";
import { isSteppedUp, type Staff, stepUpRequired } from "../../platform/http/staff-sessions.ts";
import { countCampaignMails } from "../../platform/mail/campaign-mails.ts";
import { readMailProducts } from "../../shop/catalogue/import/product-lookups.ts";
import { countSubscribed } from "../newsletter/list-subscribers.ts";
import { problemsOf } from "./campaign-email.ts";

export type CampaignRow = typeof newsletterCampaign.$inferSelect;

const PAGE_SIZE = 50;

export const campaignSubject = (id: number) => ({ type: "campaign" as const, id: String(id) });
export const fieldsOf = ({ subject, preview, body, action, link, productSlugs }: CampaignRow): CampaignFields => ({
  subject,
  preview,
  body,
  action,
  link,
  products: productSlugs,
});

export async function listCampaigns(
  db: Database,
  before: number | null,
): Promise<{ campaigns: ListedCampaign[]; hasMore: boolean }> {
  const rows = await db
    .select()
    .from(newsletterCampaign)
    .where(before === null ? undefined : lt(newsletterCampaign.id, before))
    .orderBy(desc(newsletterCampaign.id))
    .limit(PAGE_SIZE + 1);
  return { campaigns: rows.slice(0, PAGE_SIZE).map(toListed), hasMore: rows.length > PAGE_SIZE };
}

/** @throws ApiError (404) */
export async function readCampaign(db: DatabaseOrTransaction, id: number): Promise<AdminCampaign> {
  const [row] = await db.select().from(newsletterCampaign).where(eq(newsletterCampaign.id, id));
  if (!row) throw notFound();
  const fields = fieldsOf(row);
  const known = await readMailProducts(db, row.productSlugs);
  const mails = await countCampaignMails(db, id);
  // The outbox deletes its emails after a month; by then they are counted.
  const sent = Math.max(mails.sent, row.sent);
  const failed = Math.max(mails.failed, row.state === "sent" && mails.sent > 0 ? 0 : row.failed);
  return {
    ...toListed(row),
    ...fields,
    productTitles: known.map(({ slug, title }) => ({ slug, title })),
    version: row.version,
    author: row.author,
    problems: isChangeable(row) ? problemsOf(fields, known) : [],
    subscribers: await countSubscribed(db),
    sent,
    failed,
    waiting: mails.waiting,
    withheld: Math.max(0, row.queued - sent - failed - mails.waiting),
    unsubscribed: row.startedAt ? await countUnsubscribed(db, row.id, row.startedAt) : 0,
  };
}

function countUnsubscribed(db: DatabaseOrTransaction, campaignId: number, since: Date): Promise<number> {
  const recipients = db
    .select({ id: newsletterRecipient.subscriberId })
    .from(newsletterRecipient)
    .where(eq(newsletterRecipient.campaignId, campaignId));
  return db.$count(
    newsletterSubscriber,
    and(
      eq(newsletterSubscriber.state, "unsubscribed"),
      gte(newsletterSubscriber.unsubscribedAt, since),
      sql`${newsletterSubscriber.id} in ${recipients}`,
    ),
  );
}

/** @throws ApiError (404) for an unknown original */
export function createCampaign(
  db: Database,
  { copyOf, ...given }: Partial<CampaignFields> & { copyOf: number | undefined },
  actor: Actor,
  shopOrigin: string,
): Promise<AdminCampaign> {
  return db.transaction(async (trx) => {
    const now = new Date();
    const original = copyOf === undefined ? null : await lockCampaign(trx, copyOf);
    const empty: CampaignFields = { subject: "", preview: "", body: "", action: "", link: "", products: [] };
    const { products, ...texts } = { ...(original ? fieldsOf(original) : empty), ...given };
    const [row] = await trx
      .insert(newsletterCampaign)
      .values({ ...texts, productSlugs: products, shopOrigin, createdAt: now, changedAt: now, changedBy: actor.name })
      .returning({ id: newsletterCampaign.id });
    if (!row) throw new Error("the campaign was not stored");
    const after = copyOf === undefined ? { subject: texts.subject } : { copyOf };
    await recordAudit(trx, actor, { action: "campaign.created", subject: campaignSubject(row.id), after }, now);
    return readCampaign(trx, row.id);
  });
}

/**
 * Changes fields of a campaign until it is sent.
 * @throws ApiError (404), (409) if a colleague has changed it, or it is being sent; for a scheduled one (403) without a recent second factor,
 * (422) if it would no longer be complete
 */
export function changeCampaign(
  db: Database,
  id: number,
  { version, products, ...texts }: Partial<CampaignFields> & { version: number },
  actor: Staff,
): Promise<AdminCampaign> {
  return db.transaction(async (trx) => {
    const now = new Date();
    const row = await lockVersion(trx, id, version);
    // It would go out without another look.
    if (row.state === "scheduled" && !isSteppedUp(actor)) throw stepUpRequired();
    const change = { ...texts, ...(products && { productSlugs: products }) };
    await updateCampaign(trx, row, { ...change, changedAt: now, changedBy: actor.name });
    const after = await readCampaign(trx, id);
    if (row.state === "scheduled" && after.problems[0])
      throw new ApiError("invalid_input", after.problems[0].message, after.problems);
    const before = fieldsOf(row);
    const audited = differences(before, after, Object.keys(before));
    await recordAudit(trx, actor, { action: "campaign.changed", subject: campaignSubject(id), ...audited }, now);
    return after;
  });
}

/** Whether it is written still: nobody has got it. */
const isChangeable = ({ state }: Pick<CampaignRow, "state">) => state === "draft" || state === "scheduled";

/** @throws ApiError (404), (409) for one that is scheduled or sent */
export async function deleteCampaign(db: Database, id: number, actor: Actor): Promise<void> {
  await db.transaction(async (trx) => {
    const row = await lockCampaign(trx, id);
    if (row.state !== "draft") throw notDraft();
    await trx.delete(newsletterCampaign).where(eq(newsletterCampaign.id, id));
    const before = { subject: row.subject };
    await recordAudit(trx, actor, { action: "campaign.deleted", subject: campaignSubject(id), before }, new Date());
  });
}

/** @throws ApiError (404) */
export async function lockCampaign(trx: DatabaseOrTransaction, id: number): Promise<CampaignRow> {
  const [row] = await trx.select().from(newsletterCampaign).where(eq(newsletterCampaign.id, id)).for("update");
  if (!row) throw notFound();
  return row;
}

/** @throws ApiError (404), (409) */
export async function lockDraft(trx: DatabaseOrTransaction, id: number, version: number): Promise<CampaignRow> {
  const row = await lockVersion(trx, id, version);
  if (row.state !== "draft") throw notDraft();
  return row;
}

/** @throws ApiError (404), (409) if a colleague has changed it, or it is being sent */
async function lockVersion(trx: DatabaseOrTransaction, id: number, version: number): Promise<CampaignRow> {
  const row = await lockCampaign(trx, id);
  if (!isChangeable(row)) throw notDraft();
  if (row.version !== version)
    throw new ApiError("conflict", `${row.changedBy} has changed this campaign meanwhile. Nothing you typed is lost.`);
  return row;
}

/** Changes columns of a locked campaign. */
export async function updateCampaign(
  trx: DatabaseOrTransaction,
  { id, version }: Pick<CampaignRow, "id" | "version">,
  values: { [Name in keyof CampaignRow]?: CampaignRow[Name] | undefined },
): Promise<void> {
  await trx
    .update(newsletterCampaign)
    .set({ ...values, version: version + 1 })
    .where(eq(newsletterCampaign.id, id));
}

const notFound = () => new ApiError("not_found", "There is no such campaign.");
const notDraft = () =>
  new ApiError("conflict", "This campaign is no draft any more. Copy it, and change the copy instead.");

const toListed = (row: CampaignRow): ListedCampaign => ({
  _id: String(row.id),
  subject: row.subject,
  state: row.state,
  scheduledAt: row.scheduledAt?.toISOString() ?? null,
  startedAt: row.startedAt?.toISOString() ?? null,
  doneAt: row.doneAt?.toISOString() ?? null,
  queued: row.queued,
  changedAt: row.changedAt.toISOString(),
  changedBy: row.changedBy,
});
