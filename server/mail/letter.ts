import type { MailSender } from "./sender.ts";

/**
 * How the shop's mails look: one column on paper, serif headings, the leaf-green button. Mail programs know neither style sheets nor
 * web fonts for certain, so every style stands at its element and every font has a fallback. Each letter is also written as plain text.
 */

export type Block =
  | { kind: "paragraph"; text: string }
  /** Small print. */
  | { kind: "note"; text: string }
  | { kind: "code"; code: string }
  | { kind: "button"; label: string; url: string };

export interface Letter {
  subject: string;
  /** What the inbox shows behind the subject. */
  preview: string;
  heading: string;
  blocks: Block[];
}

export interface WrittenLetter {
  subject: string;
  text: string;
  html: string;
}

export const paragraph = (text: string): Block => ({ kind: "paragraph", text });
export const note = (text: string): Block => ({ kind: "note", text });
export const code = (digits: string): Block => ({ kind: "code", code: digits });
export const button = (label: string, url: string): Block => ({ kind: "button", label, url });

// The values of storefront/styles/tokens.css.
const PAPER = "#faf6ef";
const LINEN = "#f1e9dc";
const SAND = "#e3d6c1";
const INK = "#221c15";
const BARK = "#5b4a3a";
const LEAF = "#2f4a36";
const SERIF = "Fraunces, 'Iowan Old Style', Palatino, Georgia, 'Times New Roman', serif";
const SANS = "Figtree, 'Segoe UI', Helvetica, Arial, sans-serif";

export function writeLetter(sender: MailSender, letter: Letter): WrittenLetter {
  return { subject: letter.subject, text: asText(sender, letter), html: asHtml(sender, letter) };
}

function asText(sender: MailSender, { heading, blocks }: Letter): string {
  const parts = blocks.map((block) => {
    switch (block.kind) {
      case "code":
        return `    ${block.code}`;
      case "button":
        return `${block.label}:\n${block.url}`;
      default:
        return block.text;
    }
  });
  return [heading, ...parts, "--", [sender.name, ...sender.address, sender.origin].join("\n")]
    .join("\n\n")
    .concat("\n");
}

function asHtml(sender: MailSender, { subject, preview, heading, blocks }: Letter): string {
  const address = [...sender.address, sender.email].map(escapeHtml).join(" &middot; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${PAPER};color:${INK}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${PAPER}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 8px 20px;border-bottom:1px solid ${SAND}">
<a href="${escapeHtml(sender.origin)}" style="font:600 26px/1.1 ${SERIF};color:${LEAF};text-decoration:none">${escapeHtml(sender.name)}</a>
</td></tr>
<tr><td style="padding:32px 8px 24px">
<h1 style="margin:0 0 20px;font:500 28px/1.15 ${SERIF};color:${INK}">${escapeHtml(heading)}</h1>
${blocks.map(blockAsHtml).join("\n")}
</td></tr>
<tr><td style="padding:20px 8px 0;border-top:1px solid ${SAND};font:400 13px/1.6 ${SANS};color:${BARK}">
${escapeHtml(sender.name)} &middot; ${escapeHtml(sender.tagline)}<br>${address}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function blockAsHtml(block: Block): string {
  switch (block.kind) {
    case "paragraph":
      return `<p style="margin:0 0 16px;font:400 16px/1.6 ${SANS};color:${INK}">${escapeHtml(block.text)}</p>`;
    case "note":
      return `<p style="margin:0 0 12px;font:400 14px/1.6 ${SANS};color:${BARK}">${escapeHtml(block.text)}</p>`;
    case "code":
      return `<p style="margin:8px 0 24px;padding:20px 8px;background:${LINEN};border-radius:2px;text-align:center;font:600 34px/1.1 ${SANS};font-variant-numeric:tabular-nums;letter-spacing:0.28em;text-indent:0.28em;color:${INK}">${escapeHtml(block.code)}</p>`;
    case "button":
      return `<p style="margin:8px 0 24px"><a href="${escapeHtml(block.url)}" style="display:inline-block;padding:14px 28px;background:${LEAF};border-radius:2px;font:600 16px/1.2 ${SANS};color:#ffffff;text-decoration:none">${escapeHtml(block.label)}</a></p>`;
  }
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
