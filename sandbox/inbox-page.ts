/** The view of the demo's mailbox: a list of emails, on wide windows beside the opened one, as in a mail program. */

import { MARK } from "../contract/brand-mark.ts";
import { formatDateTime, formatShortDay, formatTimeOfDay, isoDayInIndia, writeTimeInIndia } from "../contract/dates.ts";
import { escapeHtml } from "../server/platform/mail/html.ts";
import type { SandboxMail } from "./mailbox.ts";
import { markSvg } from "./mark.ts";

export interface Inbox {
  shopName: string;
  mails: readonly SandboxMail[];
  /** The email beside the list. */
  shown: SandboxMail | undefined;
  /** Whether the email was opened, so that a narrow window shows it and not the list. */
  isOpened: boolean;
  /** The recipient whose emails alone are listed. */
  to: string | undefined;
}

export function inboxPage({ shopName, mails, shown, isOpened, to }: Inbox): string {
  const query = to === undefined ? "" : `?to=${encodeURIComponent(to)}`;
  return `<header class="shop"><a class="wordmark" href="/">${markSvg("mark")}${escapeHtml(shopName)}</a><a href="/sandbox/phones">Phones</a><a href="/">Back to the shop</a></header>
<main class="${isOpened ? "opened" : "listed"}">
<div class="intro"><h1><a href="/sandbox/mail${query}">${icon("m15 5-7 7 7 7")}Demo inbox</a></h1>
<p class="about">Nothing leaves this computer. Emails the shop would send are kept here.</p>
${mails.length > 0 || to ? searchForm(to) : ""}</div>
<div class="list">
${mails.length > 0 ? `<ul>${mails.map((mail) => row(mail, query, mail.id === shown?.id)).join("\n")}</ul>` : ""}
<p class="end">${ENVELOPE}${mails.length > 0 ? "That’s all so far. Place an order or reset a password, and the email will show up here in a second." : "No emails yet. Sign up or reset a password, and the email will show up here in a second."}</p></div>
${shown ? openedEmail(shown, shopName) : ""}
</main>`;
}

const searchForm = (to = "") =>
  `<form class="search" action="/sandbox/mail"><label>Only emails to<input type="email" name="to" value="${escapeHtml(to)}" placeholder="name@example.com"></label><button>Show</button></form>`;

export const attachmentPath = (mailId: number, index: number) => `/sandbox/mail/${mailId}/attachment/${index}`;

function row(mail: SandboxMail, query: string, isShown: boolean): string {
  const { id, to, subject, text, sentAt, attachments } = mail;
  const kind = kindOf(mail);
  const code = codeIn(text);
  // The first block is a heading that repeats the subject. Of the second, the first sentence, so that an ellipsis follows no full stop.
  const [, second = ""] = text.split(/\s*\n\n\s*/);
  const [preview] = second.split(/(?<=[.?!])\s/, 1);
  return `<li><a class="mail" href="/sandbox/mail/${id}${query}"${isShown ? ' aria-current="true"' : ""}>${kindMark(kind)}
<span class="unread"></span>
<strong>${escapeHtml(subject)}</strong>
<time datetime="${sentAt.toISOString()}">${isoDayInIndia(sentAt) === isoDayInIndia(new Date()) ? formatTimeOfDay(writeTimeInIndia(sentAt).slice(11)) : formatShortDay(sentAt)}</time>
<small>${query ? KINDS[kind].label : `To ${breakable(to)}`}</small>
<span class="preview">${code ? `<b>${code}</b> ` : ""}${escapeHtml(preview ?? "")}</span>
${attachments.length > 0 ? `<span class="file">${icon("m8 12.500 6.500-6.500a3.200 3.200 0 0 1 4.500 4.500l-8.500 8.500a5 5 0 0 1-7-7l8-8")}${attachments.map(({ filename }) => escapeHtml(filename)).join(", ")}</span>` : ""}
${icon("m9 5 7 7-7 7")}</a></li>`;
}

function openedEmail(mail: SandboxMail, shopName: string): string {
  const { id, to, subject, text, sentAt, attachments } = mail;
  return `<article><div class="from">${kindMark(kindOf(mail))}<h2>${escapeHtml(subject)}</h2>
<small>From ${escapeHtml(shopName)} to ${breakable(to)}, <time datetime="${sentAt.toISOString()}">${formatDateTime(sentAt)}</time></small>
${attachments.map((file, index) => `<p>Attached: <a href="${attachmentPath(id, index)}" download>${escapeHtml(file.filename)}</a> <small>${Math.ceil(file.size / 1024)} KB</small></p>`).join("\n")}</div>
<iframe src="/sandbox/mail/${id}/html" title="The email" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<details><summary>As plain text</summary><pre>${escapeHtml(text)}</pre></details></article>`;
}

/** An open envelope, from which the shop's mark grows. */
const ENVELOPE = `<svg class="envelope" viewBox="0 0 120 112" width="120" height="112" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M12 60v51.250h96V60M12 60l48 34 48-34M12 111l34-27M108 111 74 84M12 60 30 47M108 60 90 47"/><path transform="translate(22 2) scale(2.375)" d="${MARK.path}"/></svg>`;

/** The storefront's icons. */
const KINDS = {
  code: {
    label: "Code",
    drawing: "M5.5 10.500h13v9.500h-13zM8.500 10.500V7.500a3.500 3.500 0 0 1 7 0v3M12 14.250v2",
  },
  order: { label: "Order", drawing: "M5.5 8.5h13l1 12h-15l1-12ZM8.75 11V7a3.25 3.25 0 0 1 6.5 0v4" },
  newsletter: { label: "Newsletter", drawing: "M3.5 6h17v12h-17zM4 6.5l8 6.5 8-6.5" },
  account: {
    label: "Account",
    drawing: "M12 4.25a3.75 3.75 0 1 1 0 7.5a3.75 3.75 0 1 1 0-7.5M4.5 20.5c.6-4 3.7-6 7.5-6s6.9 2 7.5 6",
  },
  message: { label: "Message", drawing: "M4 20l1.3-4A8 8 0 1 1 8.500 19L4 20Z" },
} as const;

type Kind = keyof typeof KINDS;

/** Guesses what an email is about from its words; the mailbox stores nothing but what a mail program would get. */
function kindOf({ subject, text }: SandboxMail): Kind {
  if (codeIn(text)) return "code";
  if (/\border\b/i.test(subject)) return "order";
  if (/newsletter|unsubscribe/i.test(text)) return "newsletter";
  return /account|password|log in/i.test(subject) ? "account" : "message";
}

const codeIn = (text: string) => /^ {4}(\d{4,8})$/m.exec(text)?.[1];

const kindMark = (kind: Kind) => `<span class="kind">${icon(KINDS[kind].drawing)}</span>`;

const icon = (drawing: string) =>
  `<svg class="icon" viewBox="0 0 24 24" width="22" height="22" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${drawing}"/></svg>`;

/** An email address that breaks after its signs if it must. */
const breakable = (email: string) =>
  email
    .split(/(?<=[@.])/)
    .map(escapeHtml)
    .join("<wbr>");

export const INBOX_STYLE = `
body{display:flex;flex-direction:column;box-sizing:border-box;min-height:100vh;max-width:1280px;padding-bottom:32px}
.shop{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:0 24px;padding:0 0 12px;border-bottom:1px solid var(--sand)}
.shop a{display:flex;align-items:center;gap:10px;min-height:44px}
a.wordmark{font:400 20px/1 Fraunces,Georgia,serif;letter-spacing:.2em;text-transform:uppercase;text-decoration:none}
.icon{flex:none}
main,.list{flex:1;display:flex;flex-direction:column}
.intro{display:grid;gap:10px 48px;padding:28px 0}
.intro h1{margin:0}
.intro h1 a{color:inherit;text-decoration:none}
.intro h1 .icon{display:none}
.intro p{margin:0}
.intro form{flex-wrap:nowrap;margin:10px 0 0}
.intro button{white-space:nowrap}
a.mail{display:grid;grid-template-columns:44px 8px minmax(0,1fr) auto 18px;gap:2px 12px;padding:16px 0;color:inherit;text-decoration:none}
a.mail:hover{background:var(--linen)}
a.mail .kind{grid-area:1/1/5}
a.mail>*{grid-column:3/6}
a.mail>.unread{grid-area:1/2;width:8px;height:8px;margin-top:8px;border-radius:50%}
a.mail>strong{grid-column:3;font-weight:600;line-height:1.5;text-wrap:balance}
a.mail>time{grid-area:1/4;line-height:24px}
a.mail>.icon{grid-area:1/5;width:18px;height:24px;color:var(--control)}
.kind{display:grid;place-items:center;width:44px;height:44px;border-radius:50%;background:var(--linen);color:var(--leaf)}
a.mail:hover .kind{background:var(--sand)}
a.mail:link .unread{background:var(--brass)}
a.mail:visited .unread{background:var(--paper)}
a.mail:visited:hover .unread{background:var(--linen)}
a.mail:visited :is(strong,.preview){color:var(--bark)}
.preview{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;margin-top:4px;font-size:15px;line-height:1.5}
.preview b{font-weight:600;font-variant-numeric:tabular-nums;letter-spacing:.08em;margin-right:4px}
.file{display:flex;align-items:center;gap:6px;margin-top:6px;color:var(--bark);font-size:14px}
.file .icon{width:16px;height:16px}
.end{display:grid;justify-items:center;gap:16px;max-width:340px;margin:auto;padding:40px 0;color:var(--bark);text-align:center;text-wrap:balance;font-size:14px}
.envelope{width:72px;height:auto;color:var(--brass)}
.envelope path{vector-effect:non-scaling-stroke}
article{display:flex;flex-direction:column}
.from{display:grid;grid-template-columns:44px minmax(0,1fr);gap:4px 14px;padding:20px 0}
.from>*{grid-column:2;margin:0}
.from .kind{grid-area:1/1/3}
.from h2{align-self:center;font:600 17px/1.35 Figtree,Arial,sans-serif;letter-spacing:0}
.from p{font-size:15px;padding:4px 0}
iframe{box-sizing:border-box;width:100%;height:760px;border:1px solid var(--sand);border-width:1px 0;background:var(--field)}
summary{min-height:44px;display:flex;align-items:center;color:var(--bark);font-size:14px;cursor:pointer;text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:.25em}
pre{margin:0 0 16px;white-space:pre-wrap;overflow-wrap:anywhere;background:var(--linen);padding:16px;border-radius:2px}
@media (min-width:640px){
.intro{grid-template-columns:minmax(0,1fr) 340px}
.intro :is(h1,p){grid-column:1}
.intro form{grid-area:1/2/3;align-self:end}
}
@media (max-width:999px){
.listed article,.opened .list,.opened .intro :is(p,form){display:none}
.opened .intro{padding:12px 0 0}
.opened h1{font:600 16px/1.6 Figtree,Arial,sans-serif;letter-spacing:0;margin:0}
.opened h1 a{display:inline-flex;align-items:center;gap:4px;min-height:44px;color:var(--leaf)}
.opened h1 .icon{display:block;width:18px}
}
@media (min-width:1000px){
.preview{-webkit-line-clamp:1}
body:has(article){height:100vh;min-height:640px}
main:has(article){min-height:0;display:grid;grid-template:auto minmax(0,1fr)/minmax(0,5fr) minmax(0,7fr);gap:0 40px}
.intro{grid-column:1/-1}
main:has(article) .list{min-height:0;overflow-y:auto;overscroll-behavior:contain;scroll-padding-bottom:40px;mask-image:linear-gradient(to top,transparent,#000 40px)}
article{min-height:0;padding:0 28px;border:1px solid var(--sand);border-radius:10px;background:var(--field)}
iframe{flex:1;height:auto;min-height:0}
article pre{max-height:30vh;overflow:auto}
a.mail{padding:16px 12px;outline-offset:-2px}
a.mail[aria-current]{background:var(--linen)}
a.mail[aria-current] .kind{background:var(--sand)}
a.mail[aria-current] .unread{visibility:hidden}
}`;
