/** The blocks of an email, each rendered as plain text and as HTML. */

import { BARK, escapeHtml, INK, LINEN, SAND, SANS, SERIF } from "./html.ts";

export type Block =
  | { kind: "paragraph"; text: string }
  /** Small print. */
  | { kind: "note"; text: string }
  | { kind: "code"; code: string }
  | { kind: "button"; label: string; url: string }
  /** A link in small print. */
  | { kind: "link"; label: string; url: string }
  /** Items with their amounts, and the sums below them; the last sum is the total. */
  | { kind: "table"; rows: readonly TableRow[]; sums: readonly TableSum[] }
  /** Short texts under labels, side by side if there is room. */
  | { kind: "facts"; facts: readonly Fact[] }
  /** The heading of the following blocks. */
  | { kind: "heading"; text: string }
  | { kind: "list"; points: readonly string[] }
  /** Products with their pictures, two side by side if there is room. */
  | { kind: "products"; products: readonly ShownProduct[] };

export interface TableRow {
  title: string;
  detail: string;
  amount: string;
}

export interface TableSum {
  label: string;
  amount: string;
}

export interface Fact {
  label: string;
  lines: readonly string[];
}

export interface ShownProduct {
  title: string;
  price: string;
  url: string;
  picture: { url: string; alt: string } | null;
}

export const paragraph = (text: string): Block => ({ kind: "paragraph", text });
export const note = (text: string): Block => ({ kind: "note", text });
export const code = (digits: string): Block => ({ kind: "code", code: digits });
export const button = (label: string, url: string): Block => ({ kind: "button", label, url });
export const link = (label: string, url: string): Block => ({ kind: "link", label, url });
export const table = (rows: readonly TableRow[], sums: readonly TableSum[]): Block => ({ kind: "table", rows, sums });
export const facts = (...entries: readonly Fact[]): Block => ({ kind: "facts", facts: entries });

export const heading = (text: string): Block => ({ kind: "heading", text });
export const list = (points: readonly string[]): Block => ({ kind: "list", points });
export const products = (shown: readonly ShownProduct[]): Block => ({ kind: "products", products: shown });

/** Line length of the plain text, in characters. */
const TEXT_WIDTH = 60;

export function blockAsText(block: Block): string {
  switch (block.kind) {
    case "code":
      return `    ${block.code}`;
    case "button":
    case "link":
      return `${block.label}:\n${block.url}`;
    case "table":
      return [
        ...block.rows.map(({ title, detail, amount }) => `${alignAmount(title, amount)}\n  ${detail}`),
        "-".repeat(TEXT_WIDTH),
        ...block.sums.map(({ label, amount }) => alignAmount(label, amount)),
      ].join("\n");
    case "facts":
      return block.facts.map(({ label, lines }) => [`${label}:`, ...lines].join("\n")).join("\n\n");
    case "heading":
      return `${block.text}\n${"-".repeat(Math.min(block.text.length, TEXT_WIDTH))}`;
    case "list":
      return block.points.map((point) => `- ${point}`).join("\n");
    case "products":
      return block.products.map(({ title, price, url }) => `${title}, ${price}:\n${url}`).join("\n\n");
    default:
      return block.text;
  }
}

/** Aligns a text at the left edge, and an amount at the right. */
function alignAmount(text: string, amount: string): string {
  return `${text}  ${amount.padStart(TEXT_WIDTH - text.length - 2)}`;
}

/** @param color of buttons and links */
export function blockAsHtml(block: Block, color: string): string {
  switch (block.kind) {
    case "paragraph":
      return `<p class="ink" style="margin:0 0 16px;font:400 16px/1.6 ${SANS};color:${INK}">${escapeHtml(block.text)}</p>`;
    case "note":
      return `<p class="bark" style="margin:0 0 12px;font:400 14px/1.6 ${SANS};color:${BARK}">${escapeHtml(block.text)}</p>`;
    case "code":
      return `<p class="ink panel" style="margin:8px 0 24px;padding:20px 8px;background:${LINEN};border-radius:2px;text-align:center;font:600 34px/1.1 ${SANS};font-variant-numeric:tabular-nums;letter-spacing:0.28em;text-indent:0.28em;color:${INK}">${escapeHtml(block.code)}</p>`;
    case "button":
      return `<p style="margin:8px 0 24px"><a href="${escapeHtml(block.url)}" class="button" style="display:inline-block;padding:14px 28px;background:${color};border-radius:2px;font:600 16px/1.2 ${SANS};color:#ffffff;text-decoration:none">${escapeHtml(block.label)}</a></p>`;
    case "link":
      return `<p style="margin:0 0 12px;font:400 14px/1.6 ${SANS}"><a href="${escapeHtml(block.url)}" class="leaf" style="color:${color};text-decoration:underline">${escapeHtml(block.label)}</a></p>`;
    case "table":
      return `<table class="line" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 24px;border-top:1px solid ${SAND};border-collapse:collapse">
${block.rows.map(rowAsHtml).join("\n")}
${block.sums.map((sum, at) => sumAsHtml(sum, at === 0, at === block.sums.length - 1)).join("\n")}
</table>`;
    case "facts":
      return `<div style="margin:8px 0;font-size:0">${block.facts.map(factAsHtml).join("")}</div>`;
    case "heading":
      return `<h2 class="ink" style="margin:28px 0 12px;font:500 22px/1.25 ${SERIF};color:${INK}">${escapeHtml(block.text)}</h2>`;
    case "list":
      return `<ul class="ink" style="margin:0 0 16px;padding:0 0 0 22px;font:400 16px/1.6 ${SANS};color:${INK}">${block.points.map((point) => `<li style="margin:0 0 6px">${escapeHtml(point)}</li>`).join("")}</ul>`;
    case "products":
      return `<div style="margin:24px 0 8px;font-size:0">${block.products.map(productAsHtml).join("")}</div>`;
  }
}

const AMOUNT = "text-align:right;vertical-align:top;white-space:nowrap;font-variant-numeric:tabular-nums";

function rowAsHtml({ title, detail, amount }: TableRow): string {
  const border = `border-bottom:1px solid ${SAND}`;
  return `<tr><td class="ink line" style="padding:12px 16px 12px 0;${border};font:400 16px/1.5 ${SANS};color:${INK}">${escapeHtml(title)}<br><span class="bark" style="font-size:14px;color:${BARK}">${escapeHtml(detail)}</span></td><td class="ink line" style="padding:12px 0;${border};${AMOUNT};font:400 16px/1.5 ${SANS};color:${INK}">${escapeHtml(amount)}</td></tr>`;
}

function sumAsHtml({ label, amount }: TableSum, first: boolean, last: boolean): string {
  const font = last ? `600 18px/1.5 ${SANS};color:${INK}` : `400 15px/1.5 ${SANS};color:${BARK}`;
  const shade = last ? "ink" : "bark";
  const topPadding = first ? 14 : last ? 8 : 2;
  return `<tr><td class="${shade}" style="padding:${topPadding}px 16px 2px 0;font:${font}">${escapeHtml(label)}</td><td class="${shade}" style="padding:${topPadding}px 0 2px;${AMOUNT};font:${font}">${escapeHtml(amount)}</td></tr>`;
}

/** Renders a product half as wide as the email; full width on a phone. */
function productAsHtml({ title, price, url, picture }: ShownProduct): string {
  const image = picture
    ? `<img src="${escapeHtml(picture.url)}" alt="${escapeHtml(picture.alt)}" width="256" style="display:block;width:100%;height:auto;border:0;border-radius:2px">`
    : "";
  return `<a href="${escapeHtml(url)}" class="ink" style="display:inline-block;width:100%;max-width:256px;margin:0 16px 24px 0;vertical-align:top;font:400 16px/1.5 ${SANS};color:${INK};text-decoration:none">${image}<span style="display:block;margin-top:10px;font-weight:600">${escapeHtml(title)}</span><span class="bark" style="color:${BARK}">${escapeHtml(price)}</span></a>`;
}

/** Renders a fact half as wide as the email; full width on a phone. */
function factAsHtml({ label, lines }: Fact): string {
  return `<div class="ink" style="display:inline-block;width:100%;max-width:264px;margin:0 8px 16px 0;vertical-align:top;font:400 15px/1.6 ${SANS};color:${INK}"><strong class="bark" style="display:block;font-weight:600;font-size:13px;letter-spacing:0.06em;text-transform:uppercase;color:${BARK}">${escapeHtml(label)}</strong>${lines.map(escapeHtml).join("<br>")}</div>`;
}
