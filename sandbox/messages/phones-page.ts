/** Serves the page of the demo's phones: their messages as bubbles, with buttons for what happens to them, and the templates on file. */

import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { formatDateTime } from "../../contract/dates.ts";
import { CHANNEL_NAMES } from "../../contract/phone-messages/channels.ts";
import { mobileNumberOf } from "../../contract/written-numbers.ts";
import type { Database } from "../../server/platform/database/database.ts";
import { escapeHtml } from "../../server/platform/mail/html.ts";
import { sendPage } from "../page.ts";
import type { PhoneFaults } from "./faults.ts";
import {
  addMessage,
  changeTemplate,
  findMessage,
  listMessages,
  listTemplates,
  newWamid,
  registerTemplate,
  type SandboxPhoneMessage,
  type SandboxPhoneTemplate,
  setState,
} from "./phones.ts";
import type { Reporter } from "./reports.ts";

const PHONES_PATH = "/sandbox/phones";

interface PageDeps {
  db: Database;
  reporter: Reporter;
  faults: PhoneFaults;
}

const ACTS = ["deliver", "read", "fail", "repeat", "backwards"] as const;
const TEMPLATE_EVENTS = { approve: "APPROVED", reject: "REJECTED", pause: "PAUSED", marketing: "MARKETING" } as const;

const id = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);
const mobile = z
  .string()
  .max(40)
  .transform(mobileNumberOf)
  .refine((digits) => /^\d{10}$/.test(digits));
const FORM = {
  act: z.object({ id, act: z.enum(ACTS), code: z.coerce.number().int().optional() }),
  reply: z.object({ mobile, text: z.string().trim().min(1).max(1000) }),
  fault: z.object({ lose: z.coerce.number().int().min(0).max(1000) }),
  decide: z.object({ name: z.string().max(512), event: z.enum(["approve", "reject", "pause", "marketing"]) }),
  template: z.object({
    name: z.string().regex(/^[\w-]{1,512}$/),
    channel: z.enum(["whatsapp", "sms"]),
    text: z.string().trim().min(1).max(1024),
    category: z.enum(["utility", "authentication", "service-implicit"]),
    button: z.literal("on").optional(),
  }),
};

export async function phonesPageRoutes(app: FastifyInstance, { db, reporter, faults }: PageDeps): Promise<void> {
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  /** Handles a form, and shows the page again. */
  const form = <Schema extends z.ZodType>(path: string, schema: Schema, act: (value: z.output<Schema>) => unknown) =>
    app.post(`${PHONES_PATH}/${path}`, async ({ body }, reply) => {
      const read = schema.safeParse(body);
      if (!read.success) return reply.code(422).type("text/plain").send("This form is not right.");
      await act(read.data);
      return reply.redirect(PHONES_PATH, 303);
    });

  form("act", FORM.act, async ({ id: messageId, act, code }) => {
    const message = await findMessage(db, messageId);
    if (!message) return;
    if (act === "backwards") {
      await report(message, "read");
      return reporter.state(message, "delivered");
    }
    if (act === "repeat") {
      await reporter.state(message, message.state);
      return reporter.state(message, message.state);
    }
    await report(message, { deliver: "delivered", read: "read", fail: "failed" }[act], code);
  });
  form("reply", FORM.reply, async ({ mobile: from, text }) => {
    await reporter.text(
      await addMessage(db, {
        channel: "whatsapp",
        mobile: from,
        isIncoming: true,
        text,
        providerId: newWamid(),
        state: "read",
      }),
    );
  });
  form("lose", FORM.fault, ({ lose }) => {
    faults.lost = lose;
  });
  form("decide", FORM.decide, async ({ name, event }) => {
    const reported = TEMPLATE_EVENTS[event];
    const change = reported === "MARKETING" ? { category: "marketing" } : { state: reported };
    const changed = await changeTemplate(db, name, change);
    if (changed?.channel === "whatsapp") await reporter.template(name, reported);
  });
  form("template", FORM.template, ({ button, text, ...template }) => {
    const names = [...text.matchAll(/##([a-z_]+)##/g)].map(([, name = ""]) => [name, "alphanumeric"] as const);
    return registerTemplate(db, { ...template, text, kinds: Object.fromEntries(names), hasButton: button === "on" });
  });

  async function report(message: SandboxPhoneMessage, state: string, code?: number): Promise<void> {
    await setState(db, message.id, state);
    await reporter.state(message, state, state === "failed" ? (code ?? 131026) : undefined);
  }

  app.get(`${PHONES_PATH}.json`, async (request, reply) => {
    const { mobile: one } = z.object({ mobile: mobile.optional() }).safeParse(request.query).data ?? {};
    reply.header("cache-control", "no-store");
    return (await listMessages(db, one)).map(({ at, ...message }) => ({ ...message, at: at.toISOString() }));
  });

  app.get(PHONES_PATH, async (_request, reply) => {
    const [messages, templates] = await Promise.all([listMessages(db), listTemplates(db)]);
    const numbers = [...new Set(messages.map((message) => message.mobile))];
    return sendPage(reply, {
      title: "Phones of the demo",
      style: STYLE,
      body: `<p><a href="/">Back to the shop</a> · <a href="/sandbox/mail">Demo inbox</a></p>
<h1>Phones of the demo</h1>
<p class="about">This stands in for WhatsApp and an SMS provider. Nothing leaves this computer. A number that ends in 00 has no WhatsApp; what is sent to one that ends in 01 is never reported.</p>
${numbers.length > 0 ? numbers.map((number) => phone(number, messages)).join("\n") : "<p>No messages yet. Tick “Send updates” at checkout, or order for cash on delivery, and the message will show up here in a second.</p>"}
<h2>What goes wrong next</h2>
<form class="own" method="post" action="${PHONES_PATH}/lose"><button name="lose" value="1">Lose the next response${faults.lost > 0 ? ` (${faults.lost} to come)` : ""}</button></form>
<h2>Templates on file</h2>
<ul>${templates.map(templateRow).join("\n")}</ul>
<details><summary>Register a template</summary>${TEMPLATE_FORM}</details>`,
    });
  });
}

function phone(number: string, messages: readonly SandboxPhoneMessage[]): string {
  const own = messages.filter((message) => message.mobile === number).reverse();
  return `<section class="phone"><h2>+91 ${number.slice(0, 5)} ${number.slice(5)}</h2>
${own.map(bubble).join("\n")}
<form class="search" method="post" action="${PHONES_PATH}/reply"><input type="hidden" name="mobile" value="${number}"><label>Reply by WhatsApp, for example STOP<input type="text" name="text" maxlength="1000" required></label><button>Send</button></form></section>`;
}

function bubble(message: SandboxPhoneMessage): string {
  const { id: messageId, channel, isIncoming, text, link, state, category, at } = message;
  const about = [
    isIncoming ? "from this phone" : CHANNEL_NAMES[channel],
    isIncoming ? "" : state,
    category,
    formatDateTime(at),
  ].filter(Boolean);
  return `<div class="bubble ${isIncoming ? "in" : channel}"><p>${escapeHtml(text)}</p>
${link ? `<p><a class="open" href="${escapeHtml(link)}">Open</a></p>` : ""}
<small>${escapeHtml(about.join(" · "))}</small>
${isIncoming ? "" : `<form class="entry-actions" method="post" action="${PHONES_PATH}/act"><input type="hidden" name="id" value="${messageId}">${buttons(message)}</form>`}</div>`;
}

const buttons = ({ channel, id: messageId }: SandboxPhoneMessage) =>
  `${act("deliver", "Deliver")}${channel === "whatsapp" ? `${act("read", "Read")}${act("backwards", "Read before delivered")}` : ""}${act("fail", "Fail")}${act("repeat", "Report twice")}<label class="code">Code<input type="text" name="code" inputmode="numeric" value="${channel === "whatsapp" ? 131026 : 623}" aria-label="Error code of message ${messageId}"></label>`;

const act = (value: (typeof ACTS)[number], label: string) => `<button name="act" value="${value}">${label}</button>`;

function templateRow({ name, channel, text, category, state }: SandboxPhoneTemplate): string {
  const decisions = (["approve", "reject", "pause", "marketing"] as const)
    .map(
      (event) =>
        `<button name="event" value="${event}">${event === "marketing" ? "Make it marketing" : `${event.slice(0, 1).toUpperCase()}${event.slice(1)}`}</button>`,
    )
    .join("");
  return `<li class="record"><strong>${escapeHtml(name)}</strong> <small>${CHANNEL_NAMES[channel]} · ${escapeHtml(category)} · ${escapeHtml(state)}</small><p class="entry">${escapeHtml(text)}</p><form class="entry-actions" method="post" action="${PHONES_PATH}/decide"><input type="hidden" name="name" value="${escapeHtml(name)}">${decisions}</form></li>`;
}

const TEMPLATE_FORM = `<form class="own" method="post" action="${PHONES_PATH}/template">
<label>Name or id<input type="text" name="name" required></label>
<label>Text<input type="text" name="text" required></label>
<label>Channel<select name="channel"><option value="whatsapp">WhatsApp</option><option value="sms">SMS</option></select></label>
<label>Category<select name="category"><option>utility</option><option>authentication</option><option>service-implicit</option></select></label>
<label class="check"><input type="checkbox" name="button">With a button</label><button>Register</button></form>`;

const STYLE = `
.phone{border:1px solid var(--sand);border-radius:10px;padding:4px 20px 12px;margin:0 0 24px;background:var(--field);max-width:560px}
.phone form.search{margin:16px 0 0}
.bubble{width:fit-content;max-width:min(100%,440px);margin:12px 0;padding:10px 14px;border-radius:12px;background:var(--linen);overflow-wrap:anywhere}
.bubble.in{margin-left:auto;background:var(--sand)}
.bubble p{margin:0 0 4px}
.bubble .open{display:inline-flex;align-items:center;min-height:44px}
.bubble form.entry-actions{padding:0}
.bubble form.entry-actions button{min-height:40px;padding:8px 12px;border:1px solid var(--control);border-radius:2px;background:none;color:inherit;font:inherit;font-size:14px;cursor:pointer}
label.code{flex:0 0 84px;font-weight:400}
select{font:inherit;font-size:16px;min-height:44px;padding:8px;border:1px solid var(--control);border-radius:2px;background:var(--field);color:inherit}
summary{min-height:44px;display:flex;align-items:center;cursor:pointer}`;
