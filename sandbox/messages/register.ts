/**
 * Fakes of WhatsApp's Cloud API and of MSG91: their requests, their webhooks, and a page with the phones. Nothing leaves the machine. What
 * they know of the shop is what the real ones know: templates that were registered, and where to report.
 */

import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { SANDBOX_MESSAGE_KEYS } from "../../server/platform/config/published-keys.ts";
import type { Database } from "../../server/platform/database/database.ts";
import type { Post } from "../../server/platform/outgoing/post.ts";
import { msg91Routes } from "./msg91.ts";
import { type SandboxPhoneMessage, setState } from "./phones.ts";
import { phonesPageRoutes } from "./phones-page.ts";
import { createReporter, type SendReport } from "./reports.ts";
import { whatsAppRoutes } from "./whatsapp.ts";

const META_PATH = "/sandbox/meta";
const MSG91_PATH = "/sandbox/msg91";

interface PhonesDeps {
  db: Database;
  /** The shop's origin, to which buttons lead. */
  origin: string;
  sendReport: SendReport;
  /** Milliseconds after which a message is reported as delivered. */
  deliverAfterMs?: number;
}

/** The accounts of the shop at the fakes, as its settings name them. */
export const sandboxMessageSettings = (origin: string) =>
  ({
    WHATSAPP_PHONE_NUMBER_ID: SANDBOX_MESSAGE_KEYS.phoneNumberId,
    WHATSAPP_TOKEN: SANDBOX_MESSAGE_KEYS.token,
    WHATSAPP_APP_SECRET: SANDBOX_MESSAGE_KEYS.appSecret,
    WHATSAPP_VERIFY_TOKEN: SANDBOX_MESSAGE_KEYS.verifyToken,
    WHATSAPP_API: `${origin}${META_PATH}`,
    MSG91_AUTH_KEY: SANDBOX_MESSAGE_KEYS.authKey,
    MSG91_API: `${origin}${MSG91_PATH}`,
    SMS_WEBHOOK_TOKEN: SANDBOX_MESSAGE_KEYS.webhookToken,
  }) as const;

/** @returns a `Post` that calls the fakes without a port */
export async function registerPhones(
  app: FastifyInstance,
  { db, origin, sendReport, deliverAfterMs = 400 }: PhonesDeps,
): Promise<{ post: Post }> {
  const keys = SANDBOX_MESSAGE_KEYS;
  const faults = { lost: 0 };
  const reporter = createReporter(sendReport, keys);
  const closing = new AbortController();
  const reports = new Set<Promise<void>>();

  async function deliver(message: SandboxPhoneMessage, code: number | null): Promise<void> {
    await pause(deliverAfterMs, undefined, { signal: closing.signal });
    const state = code === null ? "delivered" : "failed";
    if (message.channel === "whatsapp" && code === null) await reporter.state(message, "sent");
    await setState(db, message.id, state);
    await reporter.state(message, state, code ?? undefined);
  }

  /** Reports later what became of a message, unless its number is never reported. */
  function reportLater(message: SandboxPhoneMessage, code: number | null): void {
    if (message.mobile.endsWith("01")) return;
    const report = deliver(message, code)
      // The shop closes, or does not respond: what Meta would repeat, a button of the page reports again.
      .catch(() => {})
      .finally(() => reports.delete(report));
    reports.add(report);
  }

  await app.register(whatsAppRoutes, {
    prefix: META_PATH,
    ...{ db, origin, faults, token: keys.token, phoneNumberId: keys.phoneNumberId },
    onAccepted: (message) => reportLater(message, message.mobile.endsWith("00") ? 131026 : null),
  });
  await app.register(msg91Routes, {
    prefix: MSG91_PATH,
    ...{ db, faults, authKey: keys.authKey },
    onAccepted: reportLater,
  });
  await app.register(phonesPageRoutes, { db, reporter, faults });
  // Before anything closes, because a report needs the shop and the database.
  app.addHook("preClose", async () => {
    closing.abort();
    await Promise.all(reports);
  });
  return { post: postTo(app) };
}

/** Returns a `Post` that calls the app without a port. */
const postTo =
  (app: FastifyInstance): Post =>
  async ({ url, headers, body }) => {
    const { pathname } = new URL(url);
    const response = await app.inject({ method: "POST", url: pathname, headers: { ...headers }, payload: body });
    return { status: response.statusCode, body: response.body };
  };
