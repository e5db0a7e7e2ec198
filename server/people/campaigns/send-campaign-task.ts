import { eq } from "drizzle-orm";
import { unsubscribePage } from "../../../contract/contact/newsletter.ts";
import { MAIL_SERVER_ACTOR, recordAudit } from "../../platform/audit/record-audit.ts";
import type { ShopSettings } from "../../platform/config/config.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { newsletterCampaign, newsletterRecipient } from "../../platform/database/schema.ts";
import type { Task, TaskPayloads } from "../../platform/jobs/tasks.ts";
import { countCampaignMails, hasUnsentMails } from "../../platform/mail/campaign-mails.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import { MAIL_BATCH, sendInBatches } from "../../platform/mail/send-in-batches.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { readMailProducts } from "../../shop/catalogue/import/product-lookups.ts";
import { nextSubscribers } from "../newsletter/list-subscribers.ts";
import { noteRefusals } from "../newsletter/refused-mailboxes.ts";
import { type CampaignContext, campaignEmail } from "./campaign-email.ts";
import { type CampaignRow, campaignSubject, fieldsOf } from "./campaigns.ts";

/** How often it checks whether all emails of a campaign are sent. */
const SETTLE_MS = 3000;

interface Deps {
  db: Database;
  readSender: (origin: string) => Promise<MailSender>;
  readSettings: () => Promise<ShopSettings>;
  mediaHost: string;
}

/**
 * Sends a campaign: starts when it is due, queues its emails, subscriber by subscriber in the order of ids, and counts them once all are
 * sent or given up.
 */
export function sendCampaignTask(deps: Deps): Task<TaskPayloads["send_campaign"]> {
  const { db } = deps;
  return {
    concurrency: 1,
    maxAttempts: 20,
    async run({ campaignId }, { stopping }) {
      const due = await begin(db, campaignId);
      if (due) return due;
      const shop = await readShopContext(campaignId, deps);
      const rest = await sendInBatches(db, stopping, (trx) => queueBatch(trx, campaignId, shop));
      return rest ?? settle(db, campaignId);
    },
  };
}

/** Starts a scheduled campaign. @returns when it is due, if it is not due yet */
function begin(db: Database, campaignId: number): Promise<Date | null> {
  return db.transaction(async (trx) => {
    const now = new Date();
    const row = await lock(trx, campaignId);
    if (row?.state !== "scheduled" || !row.scheduledAt) return null;
    if (row.scheduledAt > now) return row.scheduledAt;
    await update(trx, campaignId, { state: "sending", startedAt: now });
    return null;
  });
}

type ShopContext = Omit<CampaignContext, "products">;

/** Reads the shop as the emails show it. Not within a transaction, which holds a connection while the pool's others may all wait for one. */
async function readShopContext(
  campaignId: number,
  { db, readSender, readSettings, mediaHost }: Deps,
): Promise<ShopContext> {
  const [row] = await db
    .select({ shopOrigin: newsletterCampaign.shopOrigin })
    .from(newsletterCampaign)
    .where(eq(newsletterCampaign.id, campaignId));
  return { sender: await readSender(row?.shopOrigin ?? ""), settings: await readSettings(), mediaHost };
}

/** Queues the emails of the next subscribers. @returns whether subscribers are left */
async function queueBatch(trx: DatabaseOrTransaction, campaignId: number, shop: ShopContext): Promise<boolean> {
  const row = await lock(trx, campaignId);
  if (row?.state !== "sending") return false;
  const now = new Date();
  const next = await nextSubscribers(trx, row.lastSubscriberId, MAIL_BATCH);
  const last = next.at(-1);
  if (!last) return false;
  const context = { ...shop, products: await readMailProducts(trx, row.productSlugs) };
  // The primary key ensures that nobody gets a campaign twice.
  const added = await trx
    .insert(newsletterRecipient)
    .values(next.map(({ id }) => ({ campaignId, subscriberId: id })))
    .onConflictDoNothing()
    .returning({ id: newsletterRecipient.subscriberId });
  const isNew = new Set(added.map(({ id }) => id));
  for (const { id, email, unsubscribeToken } of next) {
    if (!isNew.has(id)) continue;
    const unsubscribeUrl = context.sender.origin + unsubscribePage(unsubscribeToken);
    const mail = campaignEmail(fieldsOf(row), context, unsubscribeUrl);
    await queueMail(trx, { to: email, unsubscribeUrl, campaignId, ...mail }, now);
  }
  await update(trx, campaignId, { lastSubscriberId: last.id, queued: row.queued + added.length });
  return next.length === MAIL_BATCH;
}

/** Counts the emails once none is waiting, and ends the campaign. @returns when to check again */
async function settle(db: Database, campaignId: number): Promise<Date | null> {
  if (await hasUnsentMails(db, campaignId)) return new Date(Date.now() + SETTLE_MS);
  await db.transaction(async (trx) => {
    const row = await lock(trx, campaignId);
    if (row?.state !== "sending" && row?.state !== "stopped") return;
    const { sent, failed } = await countCampaignMails(trx, campaignId);
    const isDone = row.state === "sending";
    const now = new Date();
    await update(trx, campaignId, { sent, failed, ...(isDone && { state: "sent" as const, doneAt: now }) });
    const setAside = isDone ? await noteRefusals(trx, campaignId, now) : 0;
    if (setAside === 0) return;
    const subject = campaignSubject(campaignId);
    const after = { subscribers: setAside };
    await recordAudit(trx, MAIL_SERVER_ACTOR, { action: "campaign.subscribers_set_aside", subject, after }, now);
  });
  return null;
}

async function lock(trx: DatabaseOrTransaction, id: number): Promise<CampaignRow | undefined> {
  const [row] = await trx.select().from(newsletterCampaign).where(eq(newsletterCampaign.id, id)).for("update");
  return row;
}

/** Updates the progress without a new version: nobody edits a campaign that is being sent. */
const update = (trx: DatabaseOrTransaction, id: number, values: Partial<CampaignRow>) =>
  trx.update(newsletterCampaign).set(values).where(eq(newsletterCampaign.id, id));
