/** Webhooks of the providers of messages, in their own formats. */

import type { FastifyInstance } from "fastify";
import { ApiError } from "../../base/errors.ts";
import { readForeignJson } from "../../base/foreign-json.ts";
import { equalInConstantTime } from "../../base/secrets.ts";
import { perIp } from "../rate-limits/account-limits.ts";
import { consume } from "../rate-limits/limits.ts";
import type { PhoneWebhookKeys } from "./connected.ts";
import type { FallBackDeps } from "./fall-back.ts";
import { type IncomingDeps, receiveText } from "./incoming.ts";
import { applyReport } from "./reports.ts";
import { readSmsReports } from "./sms/webhook.ts";
import { applyTemplateReport } from "./templates.ts";
import { isSignedBy, readWebhook } from "./whatsapp/webhook.ts";

interface WebhookDeps extends IncomingDeps, FallBackDeps {
  keys: PhoneWebhookKeys;
  attemptsPerIp: number;
}

/** Meta collects many reports in one request. */
const MAX_BYTES = 3 * 1024 * 1024;
const MAX_SMS_BYTES = 256 * 1024;

/** Registers the webhooks of the channels that are connected; without one there are none. */
export async function phoneWebhookRoutes(app: FastifyInstance, deps: WebhookDeps): Promise<void> {
  const { db, keys, providers, attemptsPerIp } = deps;
  app.removeAllContentTypeParsers();
  // Signatures cover the raw bytes, so the body must not be parsed first.
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  const bytesOf = (body: unknown) => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));
  const hide = { schema: { hide: true } };

  if (providers.whatsapp) {
    app.get<{ Querystring: Record<string, unknown> }>("/webhooks/whatsapp", hide, async ({ query }, reply) => {
      const { "hub.mode": mode, "hub.verify_token": token, "hub.challenge": challenge } = query;
      const isOurs =
        keys.WHATSAPP_VERIFY_TOKEN !== "" &&
        typeof token === "string" &&
        token.length <= 500 &&
        equalInConstantTime(token, keys.WHATSAPP_VERIFY_TOKEN);
      if (mode !== "subscribe" || !isOurs || typeof challenge !== "string" || challenge.length > 500)
        throw new ApiError("foreign_origin", "This is not the verify token.");
      return reply.type("text/plain; charset=utf-8").header("x-content-type-options", "nosniff").send(challenge);
    });

    app.post("/webhooks/whatsapp", { ...hide, bodyLimit: MAX_BYTES }, async ({ body, headers }) => {
      const bytes = bytesOf(body);
      if (!isSignedBy(keys.WHATSAPP_APP_SECRET, bytes, headers["x-hub-signature-256"]))
        throw new ApiError("unauthorized", "The signature is not right.");
      const events = readWebhook(readForeignJson(bytes), keys.WHATSAPP_PHONE_NUMBER_ID);
      const now = new Date();
      for (const report of events?.reports ?? []) await applyReport(db, report, deps, now);
      for (const template of events?.templates ?? []) await applyTemplateReport(db, template, now);
      for (const text of events?.texts ?? []) await receiveText(deps, text, now);
      return { success: true };
    });
  }

  if (providers.sms && keys.SMS_WEBHOOK_TOKEN !== "")
    app.post<{ Params: { token: string } }>(
      "/webhooks/sms/:token",
      { ...hide, bodyLimit: MAX_SMS_BYTES },
      async ({ body, headers, params, ip }) => {
        if (!equalInConstantTime(params.token, keys.SMS_WEBHOOK_TOKEN)) {
          // Only guesses count: the provider's own reports are many.
          await consume(db, perIp("message report", ip, attemptsPerIp), new Date());
          throw new ApiError("not_found", "There is nothing here.");
        }
        const now = new Date();
        for (const report of readSmsReports(bytesOf(body), String(headers["content-type"] ?? ""), now))
          await applyReport(db, report, deps, now);
        return { success: true };
      },
    );
}
