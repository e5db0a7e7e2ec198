/** Texts that people send to the shop's number: STOP and START at once, anything else to the messages that staff answers. */

import type { PhoneChannel } from "../../../contract/phone-messages/channels.ts";
import { beginningOf } from "../../../contract/text.ts";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { phoneIncoming } from "../database/schema.ts";
import type { PhoneProviders } from "./channel.ts";
import { hasRepliedAfter, recordPhoneConsent } from "./consents.ts";
import { requestIn } from "./opt-out.ts";
import { lockNumber, resumeNumber, stopNumber } from "./refusals.ts";
import type { IncomingText } from "./whatsapp/webhook.ts";

const CHANNEL: PhoneChannel = "whatsapp";
const MAX_WORDING = 200;

const REPLIES = {
  stop: "You won’t get any more messages from us here. To get them again, send START.",
  start: "You’ll get updates about your orders here again. To end them, send STOP.",
} as const;

export interface IncomingDeps {
  db: Database;
  providers: PhoneProviders;
  /** Stores a text that staff is to read. */
  storeText: (trx: DatabaseOrTransaction, text: IncomingText, now: Date) => Promise<void>;
  log: { warn(details: object, message: string): void };
}

/** Handles a text once, however often it is reported. */
export async function receiveText({ db, providers, storeText, log }: IncomingDeps, text: IncomingText, now: Date) {
  const { mobile } = text;
  const request = requestIn(text.text);
  const at = text.at < now ? text.at : now;
  const isNew = await db.transaction(async (trx) => {
    const [added] = await trx
      .insert(phoneIncoming)
      .values({ providerId: text.id, receivedAt: now })
      .onConflictDoNothing()
      .returning({ id: phoneIncoming.providerId });
    if (!added) return false;
    // The shop writes to Indian numbers only, so another has nothing to stop.
    if (request === null || mobile === null) {
      await storeText(trx, text, now);
      return true;
    }
    const number = { mobile, channel: CHANNEL };
    await lockNumber(trx, number);
    // Texts do not arrive in the order in which they were sent; the last one counts.
    if (await hasRepliedAfter(trx, number, at)) return false;
    const event = request === "stop" ? "withdrawn" : "given";
    const wording = beginningOf(text.text, MAX_WORDING);
    await recordPhoneConsent(trx, { mobile, channels: [CHANNEL], event, place: "reply", wording }, at);
    if (request === "stop") await stopNumber(trx, number, "asked", now);
    else await resumeNumber(trx, number, { isAsked: true });
    return true;
  });
  if (!isNew || request === null || mobile === null) return;
  // A courtesy within the 24 hours in which free text may be sent; what was asked for is done without it.
  await providers[CHANNEL]
    ?.reply?.(mobile, REPLIES[request])
    .catch((error: Error) => log.warn({ error: error.message }, "a confirmation of STOP or START was not sent"));
}
