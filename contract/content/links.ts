/** Links in the owner's texts. Apart from the schemas, so that pages can use them without Zod. */

/** `[our questions](/faq)` or `[Razorpay](https://razorpay.com)`. A browser reads `\` in a path as `/`. */
const LINK = /\[([^[\]]+)\]\(((?:\/(?![/\\])|https:\/\/(?!\)))(?:[^\s()\\]|\([^\s()\\]*\))*)\)/g;
/** What is written like a link, wherever it leads, closed or not. */
const LIKE_LINK = /\[[^[\]]*\]\(((?:[^()\n]|\([^()\n]*\))*)/g;

interface TextPart {
  text: string;
  /** A path of the shop or a web address, if it is a link. */
  href?: string;
}

/** Splits a text into links and what is between them. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: link, 1: label = "", 2: href = "", index } of text.matchAll(LINK)) {
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: label, href });
    end = index + link.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** Returns a text as it reads without its links' targets. */
export const withoutLinks = (text: string): string => text.replace(LINK, "$1");

/** Whether something in a text is written like a link. */
export const hasLink = (text: string): boolean => text.search(LIKE_LINK) >= 0;

/** Returns the targets of what is written like a link, but leads nowhere. */
export const wrongLinks = (text: string): string[] =>
  [...withoutLinks(text).matchAll(LIKE_LINK)].map(([, target = ""]) => target);
