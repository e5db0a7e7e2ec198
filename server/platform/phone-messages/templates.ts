/** The texts of messages: read, changed by staff, and moved by what Meta reports about them. */

import { and, asc, eq, isNotNull, ne, sql } from "drizzle-orm";
import type { PhoneChannel } from "../../../contract/phone-messages/channels.ts";
import type { PhoneEventName } from "../../../contract/phone-messages/events.ts";
import { type PhoneTemplateText, templateProblem } from "../../../contract/phone-messages/templates.ts";
import { ApiError } from "../../base/errors.ts";
import { type Actor, PROVIDER_ACTOR, recordAudit } from "../audit/record-audit.ts";
import { publishChange } from "../database/change-events.ts";
import type { Database, DatabaseOrTransaction, ReadDatabase } from "../database/database.ts";
import { phoneTemplate } from "../database/schema.ts";
import type { AllowedChannel } from "./allowed-channel.ts";
import type { TemplateReport } from "./whatsapp/webhook.ts";

type PhoneTemplateRow = typeof phoneTemplate.$inferSelect;

/** Reads the approved text of an event, whether or not it is switched on; null without one. */
export async function readTemplateOf(
  db: DatabaseOrTransaction,
  event: PhoneEventName,
  channel: PhoneChannel,
): Promise<AllowedChannel | null> {
  const [row] = await db.select().from(phoneTemplate).where(isOf(event, channel));
  return row?.approved ? { channel, template: row.approved, language: row.language } : null;
}

const isOf = (event: PhoneEventName, channel: PhoneChannel) =>
  and(eq(phoneTemplate.event, event), eq(phoneTemplate.channel, channel), eq(phoneTemplate.language, "en"));

export function listTemplates(db: DatabaseOrTransaction): Promise<PhoneTemplateRow[]> {
  return db.select().from(phoneTemplate).orderBy(asc(phoneTemplate.id));
}

/** Lists which of the connected channels send updates about orders, so that customers are asked for no others. */
export async function channelsOfUpdates(db: ReadDatabase, connected: readonly PhoneChannel[]): Promise<PhoneChannel[]> {
  if (connected.length === 0) return [];
  const rows = await db
    .selectDistinct({ channel: phoneTemplate.channel })
    .from(phoneTemplate)
    .where(
      and(eq(phoneTemplate.isEnabled, true), isNotNull(phoneTemplate.approved), ne(phoneTemplate.event, "cash_code")),
    );
  return connected.filter((channel) => rows.some((row) => row.channel === channel));
}

interface TemplateChange {
  text: PhoneTemplateText;
  /** Whether its event is sent by this channel. */
  isEnabled: boolean;
  /** Whether the provider has approved exactly this text. */
  isApproved: boolean;
  /** The version that was shown; 0 for the first. */
  version: number;
}

/**
 * Saves a text. One that is not approved yet stays a draft, and the approved one in use.
 * @param origin of the shop, for the length of addresses
 * @throws ApiError (422) for a text that its provider would refuse, (409) if somebody else has changed it meanwhile
 */
export async function saveTemplate(
  db: Database,
  { event, channel }: { event: PhoneEventName; channel: PhoneChannel },
  { text, isEnabled, isApproved, version }: TemplateChange,
  { actor, origin, now }: { actor: Actor; origin: string; now: Date },
): Promise<void> {
  const problem = templateProblem(event, channel, text, origin);
  if (problem) throw ApiError.ofField(problem.field, problem.message);
  await db.transaction(async (trx) => {
    const [before] = await trx.select().from(phoneTemplate).where(isOf(event, channel)).for("update");
    if ((before?.version ?? 0) !== version) throw changedMeanwhile();
    const isChanged = !before || !isSameText(before.draft, text);
    const isStopped = before?.state === "paused" || before?.state === "recategorised";
    if (isEnabled && !isApproved && !before?.approved)
      throw ApiError.ofField("isEnabled", "Please switch it on once the text is approved.");
    const values = {
      draft: text,
      isEnabled,
      changedAt: now,
      changedBy: actor.name,
      ...(isApproved ? { approved: text, state: "approved" as const, reason: "" } : {}),
      // What Meta has stopped is only resumed by a new approval.
      ...(!isApproved && isChanged && !isStopped && { state: "draft" as const, reason: "" }),
    };
    const stored = await trx
      .insert(phoneTemplate)
      .values({ event, channel, ...values })
      .onConflictDoUpdate({
        target: [phoneTemplate.event, phoneTemplate.channel, phoneTemplate.language],
        set: { ...values, version: version + 1 },
        setWhere: eq(phoneTemplate.version, version),
      })
      .returning({ id: phoneTemplate.id });
    if (stored.length === 0) throw changedMeanwhile();
    // Which channels the checkout offers depends on it.
    publishChange(trx, "settings");
    await recordAudit(
      trx,
      actor,
      {
        action: "phone_template.saved",
        subject: { type: "phone_template", id: `${event} ${channel}` },
        before: before ? { text: before.draft.text, isEnabled: before.isEnabled, state: before.state } : null,
        after: { text: text.text, isEnabled, isApproved },
      },
      now,
    );
  });
}

const changedMeanwhile = () =>
  new ApiError("conflict", "Somebody else has changed this text meanwhile. Please load the page again.");

const isSameText = (one: PhoneTemplateText, other: PhoneTemplateText) =>
  one.name === other.name && one.dltId === other.dltId && one.text === other.text && one.hasButton === other.hasButton;

/** Applies what Meta reports about a template, found by its name. */
export async function applyTemplateReport(db: Database, report: TemplateReport, now: Date): Promise<void> {
  await db.transaction(async (trx) => {
    const rows = await trx
      .select()
      .from(phoneTemplate)
      .where(
        and(
          eq(phoneTemplate.channel, "whatsapp"),
          sql`${phoneTemplate.language} = ${report.language.slice(0, 2)}`,
          sql`${report.name} in (${phoneTemplate.draft} ->> 'name', ${phoneTemplate.approved} ->> 'name')`,
        ),
      )
      .for("update");
    for (const row of rows) {
      // A rejected draft does not stop the text that is in use.
      const isDraft = row.draft.name === report.name;
      const isInUse = row.approved?.name === report.name;
      if (report.state === "rejected" ? !isDraft : report.state !== "approved" && !isInUse) continue;
      await trx
        .update(phoneTemplate)
        .set({
          state: report.state,
          reason: report.reason,
          version: row.version + 1,
          ...(report.state === "approved" && isDraft && { approved: row.draft }),
        })
        .where(eq(phoneTemplate.id, row.id));
      await recordAudit(
        trx,
        { ...PROVIDER_ACTOR, name: "WhatsApp" },
        {
          action: "phone_template.reviewed",
          subject: { type: "phone_template", id: `${row.event} ${row.channel}` },
          before: { state: row.state },
          after: { state: report.state, reason: report.reason },
        },
        now,
      );
    }
  });
}
