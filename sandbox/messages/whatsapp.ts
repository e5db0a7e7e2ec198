/** Meta's Cloud API, as far as a shop uses it: `POST /vNN.0/:id/messages`. */

import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import type { Database } from "../../server/platform/database/database.ts";
import { losesResponse, type PhoneFaults } from "./faults.ts";
import { addMessage, findTemplate, newWamid, type SandboxPhoneMessage } from "./phones.ts";

const parameters = z.array(z.object({ type: z.literal("text"), text: z.string() }));
const MESSAGE = z.object({
  messaging_product: z.literal("whatsapp"),
  to: z.string().regex(/^91\d{10}$/),
  biz_opaque_callback_data: z.string().max(512).optional(),
  type: z.enum(["template", "text"]),
  text: z.object({ body: z.string().max(4096) }).optional(),
  template: z
    .object({
      name: z.string(),
      language: z.object({ code: z.string() }),
      components: z
        .array(
          z.discriminatedUnion("type", [
            z.object({ type: z.literal("body"), parameters }),
            z.object({ type: z.literal("button"), sub_type: z.literal("url"), index: z.literal("0"), parameters }),
          ]),
        )
        .optional(),
    })
    .optional(),
});

interface WhatsAppDeps {
  db: Database;
  token: string;
  phoneNumberId: string;
  /** The shop's origin, to which buttons lead. */
  origin: string;
  faults: PhoneFaults;
  /** Called with each accepted message. */
  onAccepted(message: SandboxPhoneMessage): void;
}

export async function whatsAppRoutes(app: FastifyInstance, deps: WhatsAppDeps): Promise<void> {
  const { db, token, phoneNumberId, origin, faults, onAccepted } = deps;
  app.post<{ Params: { version: string; id: string } }>("/:version/:id/messages", async (request, reply) => {
    if (request.headers.authorization !== `Bearer ${token}`)
      return refuse(reply, 401, 190, "Invalid OAuth access token.");
    if (!/^v\d\d\.0$/.test(request.params.version) || request.params.id !== phoneNumberId)
      return refuse(reply, 400, 100, "Unsupported post request.");
    const read = MESSAGE.safeParse(request.body);
    if (!read.success) return refuse(reply, 400, 100, "Invalid parameter");
    const { to, template, text, biz_opaque_callback_data: reference = "" } = read.data;
    const mobile = to.slice(2);
    const content = template ? await contentOf(template) : { text: text?.body ?? "", link: null, category: "service" };
    if (content instanceof Refused) return refuse(reply, 400, content.code, content.details);
    const message = await addMessage(db, {
      channel: "whatsapp",
      mobile,
      ...content,
      reference,
      providerId: newWamid(),
      // As Meta's own: a number without WhatsApp is accepted, and fails by webhook.
      state: "accepted",
    });
    onAccepted(message);
    if (losesResponse(faults)) return loseResponse(reply);
    return {
      messaging_product: "whatsapp",
      contacts: [{ input: to, wa_id: to }],
      messages: [{ id: message.providerId, message_status: "accepted" }],
    };
  });

  /** Fills a template, or says why it is refused. */
  async function contentOf({ name, language, components = [] }: NonNullable<z.output<typeof MESSAGE>["template"]>) {
    const found = await findTemplate(db, "whatsapp", name);
    if (found?.state !== "APPROVED" || language.code !== "en")
      return refused(
        found?.state === "PAUSED" ? 132015 : 132001,
        `template ${name} is not approved in ${language.code}`,
      );
    const values = components.find(({ type }) => type === "body")?.parameters.map((one) => one.text) ?? [];
    const button = components.find(({ type }) => type === "button")?.parameters[0]?.text;
    const count = new Set(found.text.match(/\{\{\d+\}\}/g) ?? []).size;
    if (values.length !== count || (button !== undefined) !== found.hasButton)
      return refused(132000, `${values.length} values for ${count}`);
    if ([...values, button ?? "-"].some((value) => value === "" || /[\n\t]| {5}/.test(value)))
      return refused(132012, "a value is empty, or has a line break, a tab or five spaces");
    return {
      text: found.text.replace(/\{\{(\d+)\}\}/g, (_, position: string) => values[Number(position) - 1] ?? ""),
      // The button of an authentication template copies its code.
      link: button === undefined || found.category === "authentication" ? null : `${origin}/${button}`,
      category: found.category,
    };
  }
}

/** Why a message is not accepted. */
class Refused {
  readonly code: number;
  readonly details: string;

  constructor(code: number, details: string) {
    this.code = code;
    this.details = details;
  }
}

const refused = (code: number, details: string) => new Refused(code, details);

const refuse = (reply: FastifyReply, status: number, code: number, details: string) =>
  reply.code(status).send({
    error: {
      message: `(#${code}) ${details}`,
      type: "OAuthException",
      code,
      error_data: { messaging_product: "whatsapp", details },
      fbtrace_id: "sandbox",
    },
  });

/** Ends the connection without a response, after the message was sent. */
export function loseResponse(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}
