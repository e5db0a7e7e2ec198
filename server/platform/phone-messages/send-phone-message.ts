import { eq, sql } from "drizzle-orm";
import { phoneEvent } from "../../../contract/phone-messages/events.ts";
import type { Database } from "../database/database.ts";
import { phoneMessage } from "../database/schema.ts";
import { type Attempt, RetryJob, type Task } from "../jobs/tasks.ts";
import { type AllowedChannel, allowedChannel } from "./allowed-channel.ts";
import { type PhoneProviders, PhoneRefusal } from "./channel.ts";
import { type FallBackDeps, fallBack } from "./fall-back.ts";
import {
  endHandover,
  isCode,
  markAccepted,
  markHandedOver,
  type PhoneMessageRow,
  readUnsentPhoneMessage,
} from "./outbox.ts";
import { createPace } from "./pace.ts";
import { applyRefusal, readStop } from "./refusals.ts";
import { readTemplateOf } from "./templates.ts";

/** After this many attempts that may have sent it, a harmless message is not tried again either. */
const MAX_HANDOVERS = 3;

interface SendPhoneMessageDeps extends FallBackDeps {
  db: Database;
  providers: PhoneProviders;
  log: { warn(details: object, message: string): void };
}

/** The tasks that send the messages of the outbox: codes have workers of their own, so that they wait for no others. */
export function sendPhoneMessageTasks(deps: SendPhoneMessageDeps) {
  const pace = createPace();
  const task: Task<{ messageId: number }> = {
    concurrency: 4,
    // Tries until the message expires.
    maxAttempts: Number.POSITIVE_INFINITY,
    async run({ messageId }, attempt) {
      const message = await readUnsentPhoneMessage(deps.db, messageId);
      if (!message) return null;
      const allowed = await toBeSent(deps, message, attempt);
      if (!allowed) return null;
      await pace(isCode(message.event));
      await send(deps, message, allowed);
      return null;
    },
  };
  return { send_phone_code: task, send_phone_message: task };
}

/** Returns how a message is to be sent; null if it is not, or no longer. */
async function toBeSent(
  deps: SendPhoneMessageDeps,
  message: PhoneMessageRow,
  { attempts }: Attempt,
): Promise<AllowedChannel | null> {
  const { db } = deps;
  const { id, event, channel, orderNumber, customerId, mobile } = message;
  const giveUp = async (state: "uncertain" | "expired" | "dropped", why: string) => {
    await endHandover(db, id, state, why);
    if (state !== "dropped") await fallBack(db, id, deps, new Date());
    return null;
  };
  if (message.state === "sending" && !(phoneEvent(event).mayRepeat && attempts <= MAX_HANDOVERS))
    return giveUp("uncertain", "the process ended while it was sent");
  if (message.expiresAt <= new Date()) return giveUp("expired", message.error || "not sent in time");
  if (!deps.providers[channel]) return giveUp("expired", "the channel is no longer connected");
  // A test needs no consent: staff has typed the number.
  if (orderNumber === null)
    return (await readStop(db, message))
      ? giveUp("dropped", "no longer wanted when it was to be sent")
      : readTemplateOf(db, event, channel);
  if (!(await deps.isStillTrue(db, message))) return giveUp("dropped", "no longer true when it was to be sent");
  const allowed = await allowedChannel(db, [channel], { event, orderNumber, customerId, mobile });
  return allowed ?? giveUp("dropped", "no longer wanted when it was to be sent");
}

async function send(deps: SendPhoneMessageDeps, message: PhoneMessageRow, allowed: AllowedChannel): Promise<void> {
  const { db, providers, log } = deps;
  const { id, event, channel, mobile, values, reference } = message;
  if (!(await markHandedOver(db, message))) return;
  try {
    const { template, language } = allowed;
    const providerId = await providers[channel]?.send({ event, mobile, values, reference, template, language });
    await markAccepted(db, id, providerId ?? reference, new Date());
  } catch (error) {
    if (!(error instanceof PhoneRefusal)) throw error;
    const { kind, message: why } = error;
    log.warn({ phoneMessage: id, channel, kind, error: why }, "a message to a phone was not accepted");
    const mayRepeat =
      kind === "later" || (kind === "uncertain" && phoneEvent(event).mayRepeat && (await isFirst(db, id)));
    if (mayRepeat) {
      await endHandover(db, id, "waiting", why);
      throw new RetryJob(why);
    }
    await endHandover(db, id, kind === "uncertain" ? "uncertain" : "failed", why);
    await applyRefusal(db, message, kind, why, new Date());
    // Whether it arrived is not known yet: its time decides.
    if (kind !== "uncertain") await fallBack(db, id, deps, new Date());
  }
}

/** Whether no response to this message was lost before; marks it. A provider that loses every response must not send it again and again. */
async function isFirst(db: Database, id: number): Promise<boolean> {
  const [row] = await db
    .update(phoneMessage)
    .set({ lostResponses: sql`${phoneMessage.lostResponses} + 1` })
    .where(eq(phoneMessage.id, id))
    .returning({ lost: phoneMessage.lostResponses });
  return row?.lost === 1;
}
