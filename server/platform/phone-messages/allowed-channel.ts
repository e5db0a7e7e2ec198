/** May this number get this message, and by which channel first. */

import { and, eq, inArray, isNotNull, isNull, notInArray, sql } from "drizzle-orm";
import { PHONE_CHANNELS, type PhoneChannel } from "../../../contract/phone-messages/channels.ts";
import { type PhoneEventName, phoneEvent } from "../../../contract/phone-messages/events.ts";
import type { PhoneTemplateText } from "../../../contract/phone-messages/templates.ts";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { phoneNumber, phoneTemplate } from "../database/schema.ts";
import { latestConsent } from "./consents.ts";

interface Addressee {
  event: PhoneEventName;
  orderNumber: string;
  customerId: number | null;
  /** Ten digits. */
  mobile: string;
}

export interface AllowedChannel {
  channel: PhoneChannel;
  template: PhoneTemplateText;
  language: string;
}

/**
 * Finds the first of the channels by which a message may be sent: its event is switched on there, the text approved, the number not stopped,
 * and its customer has agreed, or has just asked for it.
 */
export async function allowedChannel(
  trx: DatabaseOrTransaction,
  channels: readonly PhoneChannel[],
  addressee: Addressee,
): Promise<AllowedChannel | null> {
  if (channels.length === 0) return null;
  const { event, mobile } = addressee;
  const rows = await trx
    .select({
      channel: phoneTemplate.channel,
      language: phoneTemplate.language,
      template: sql<PhoneTemplateText>`${phoneTemplate.approved}`,
    })
    .from(phoneTemplate)
    .leftJoin(phoneNumber, and(eq(phoneNumber.mobile, mobile), eq(phoneNumber.channel, phoneTemplate.channel)))
    .where(
      and(
        eq(phoneTemplate.event, event),
        inArray(phoneTemplate.channel, [...channels]),
        eq(phoneTemplate.isEnabled, true),
        isNotNull(phoneTemplate.approved),
        notInArray(phoneTemplate.state, ["paused", "recategorised"]),
        isNull(phoneNumber.stoppedAt),
        phoneEvent(event).isRequested
          ? undefined
          : eq(sql`(${latestConsent(trx, addressee, sql`${phoneTemplate.channel}`)})`, "given"),
      ),
    );
  const first = PHONE_CHANNELS.find((channel) => rows.some((row) => row.channel === channel));
  return rows.find(({ channel }) => channel === first) ?? null;
}
