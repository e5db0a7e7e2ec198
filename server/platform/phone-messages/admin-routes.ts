import type { FastifyInstance, FastifyRequest } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import type { AdminPhoneMessages } from "../../../contract/admin/phone-messages.ts";
import { PHONE_CHANNELS } from "../../../contract/phone-messages/channels.ts";
import { PHONE_EVENT_NAMES, phoneEvent } from "../../../contract/phone-messages/events.ts";
import { suggestedName, suggestedText } from "../../../contract/phone-messages/suggested-texts.ts";
import { registeredForms } from "../../../contract/phone-messages/templates.ts";
import { ApiError } from "../../base/errors.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { DeploymentSettings } from "../config/config.ts";
import type { Database } from "../database/database.ts";
import { handleAdmin } from "../http/admin-endpoints.ts";
import { originOf } from "../http/origin.ts";
import { phoneTestsOf } from "../rate-limits/account-limits.ts";
import { consume } from "../rate-limits/limits.ts";
import { connectedChannels, hasSms, hasWhatsApp } from "./connected.ts";
import { insertPhoneMessage } from "./outbox.ts";
import { readStop } from "./refusals.ts";
import { countPhoneMessages, readChannelHealth } from "./reports.ts";
import { listFailedPhoneMessages, sendAgain } from "./send-again.ts";
import { listTemplates, readTemplateOf, saveTemplate } from "./templates.ts";

interface Deps {
  db: Database;
  settings: DeploymentSettings;
  /** Reads the shop's name, which ends its SMS. */
  readShopName: () => Promise<string>;
}

export function phoneMessageAdminRoutes(admin: FastifyInstance, { db, settings, readShopName }: Deps): void {
  const originFor = (request: FastifyRequest) => settings.SHOP_ORIGIN || originOf(request);

  async function read(request: FastifyRequest): Promise<AdminPhoneMessages> {
    const [shopName, stored, health, counts, failed] = await Promise.all([
      readShopName(),
      listTemplates(db),
      readChannelHealth(db),
      countPhoneMessages(db),
      listFailedPhoneMessages(db),
    ]);
    const connected = connectedChannels(settings);
    const origin = originFor(request);
    return {
      hasSandbox: settings.DEMO && !(hasWhatsApp(settings) && hasSms(settings)),
      channels: PHONE_CHANNELS.map((channel) => ({
        channel,
        isConnected: connected.includes(channel),
        webhookUrl: `${origin}/api/webhooks/${channel === "whatsapp" ? "whatsapp" : "sms/…"}`,
        reportedAt: health.get(channel)?.reportedAt?.toISOString() ?? null,
        problem: health.get(channel)?.problem ?? "",
      })),
      templates: PHONE_EVENT_NAMES.flatMap((event) =>
        PHONE_CHANNELS.map((channel) => {
          const row = stored.find((one) => one.event === event && one.channel === channel);
          const draft = row?.draft ?? {
            name: suggestedName(event, channel),
            dltId: "",
            ...suggestedText(event, channel, { shopName, origin }),
          };
          return {
            event,
            channel,
            draft,
            approved: row?.approved ?? null,
            forms: registeredForms(event, channel, draft),
            isEnabled: row?.isEnabled ?? false,
            state: row?.state ?? "draft",
            reason: row?.reason ?? "",
            version: row?.version ?? 0,
          };
        }),
      ),
      failed,
      counts,
    };
  }

  handleAdmin(admin, adminEndpoints.listPhoneTemplates, async ({ request }) => ({ data: await read(request) }));

  handleAdmin(admin, adminEndpoints.savePhoneTemplate, async ({ params, body, staff: actor, request }) => {
    const { isEnabled, isApproved, version, ...text } = body;
    const context = { actor, origin: originFor(request), now: new Date() };
    await saveTemplate(db, params, { text, isEnabled, isApproved, version }, context);
    return { data: await read(request) };
  });

  handleAdmin(admin, adminEndpoints.sendPhoneMessageAgain, async ({ params, staff: actor, request }) => {
    await sendAgain(db, Number(params.id), { actor, now: new Date() });
    return { data: await read(request) };
  });

  handleAdmin(admin, adminEndpoints.testPhoneTemplate, async ({ params, body, staff, request }) => {
    const { event, channel } = params;
    const now = new Date();
    if (!connectedChannels(settings).includes(channel))
      throw new ApiError("conflict", "This channel is not connected yet.");
    if (!(await readTemplateOf(db, event, channel)))
      throw new ApiError("conflict", "This text is not approved yet. Save it once it is.");
    if (await readStop(db, { mobile: body.mobile, channel }))
      throw ApiError.ofField(
        "mobile",
        "The owner of this number wants no messages here. They can send START to the shop’s number.",
        "conflict",
      );
    await consume(db, phoneTestsOf(staff.id ?? 0), now);
    const { values: described } = phoneEvent(event);
    const values = Object.fromEntries(Object.entries(described).map(([name, { example }]) => [name, example]));
    await db.transaction(async (trx) => {
      const origin = originFor(request);
      await insertPhoneMessage(
        trx,
        {
          event,
          channel,
          orderNumber: null,
          customerId: null,
          occurrence: "test",
          mobile: body.mobile,
          values: { ...values, ...(values.link !== undefined && { url: `${origin}/${values.link}` }) },
        },
        now,
      );
      const subject = { type: "phone_template" as const, id: `${event} ${channel}` };
      await recordAudit(trx, staff, { action: "phone_message.tested", subject }, now);
    });
    return { data: {} };
  });
}
