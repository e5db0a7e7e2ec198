/**
 * The layout of the shop's emails: one column, serif headings, a button in the shop's colour. Not every mail program supports style sheets or web fonts,
 * so styles are inline and every font has a fallback; a style sheet holds the colours of dark mode alone. Each email also has a plain text version.
 */

import { mixColors } from "../../../contract/brand-colors.ts";
import { type Block, blockAsHtml, blockAsText } from "./email-blocks.ts";
import { BARK, escapeHtml, INK, SAND, SANS, SERIF, WHITE } from "./html.ts";
import type { MailSender } from "./sender.ts";

/** Colours for mail programs in dark mode that apply style sheets; others keep the inline colours, or invert them. */
const darkStyles = (color: string) => `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{background:#1c1813!important}
.ink{color:#f1e9dc!important}
.bark{color:#cdbfab!important}
.leaf{color:${mixColors(color, "#ffffff", 0.65)}!important}
.panel{background:#2c261f!important}
.line{border-color:#4a4035!important}
.button{background:${mixColors(color, "#ffffff", 0.1)}!important}
.mark{filter:brightness(0) invert(.85)}
}`;

export interface EmailTemplate {
  subject: string;
  /** Shown in the inbox after the subject. */
  preview: string;
  heading: string;
  blocks: Block[];
}

export interface RenderedEmail {
  subject: string;
  text: string;
  html: string;
}

export function renderEmail(sender: MailSender, message: EmailTemplate): RenderedEmail {
  return { subject: message.subject, text: asText(sender, message), html: asHtml(sender, message) };
}

function asText(sender: MailSender, { heading, blocks }: EmailTemplate): string {
  return [heading, ...blocks.map(blockAsText), "--", [sender.name, ...sender.address, sender.origin].join("\n")]
    .join("\n\n")
    .concat("\n");
}

function asHtml(sender: MailSender, { subject, preview, heading, blocks }: EmailTemplate): string {
  const address = [...sender.address, sender.email].map(escapeHtml).join(" &middot; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkStyles(sender.color)}</style>
</head>
<body class="ground ink" style="margin:0;padding:0;background:${WHITE};color:${INK}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="ground" style="background:${WHITE}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="line" style="padding:0 0 20px;border-bottom:1px solid ${SAND}">
<a href="${escapeHtml(sender.origin)}" class="leaf" style="font:400 22px/32px ${SERIF};letter-spacing:.2em;text-transform:uppercase;color:${sender.color};text-decoration:none"><img class="mark" src="${escapeHtml(sender.origin)}/email-mark.png" alt="" width="32" height="32" style="border:0;vertical-align:bottom"> ${escapeHtml(sender.name)}</a>
</td></tr>
<tr><td style="padding:32px 0 24px">
<h1 class="ink" style="margin:0 0 20px;font:500 28px/1.15 ${SERIF};color:${INK}">${escapeHtml(heading)}</h1>
${blocks.map((block) => blockAsHtml(block, sender.color)).join("\n")}
</td></tr>
<tr><td class="bark line" style="padding:20px 0 0;border-top:1px solid ${SAND};font:400 13px/1.6 ${SANS};color:${BARK}">
${escapeHtml(sender.name)} &middot; ${escapeHtml(sender.tagline)}<br>${address}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}
