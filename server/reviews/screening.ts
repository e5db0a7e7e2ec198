import { PROFANITIES } from "./profanities.ts";

/** What makes a review wait until somebody has looked at it. */
export type Concern = "bad language" | "a link";

/**
 * What a person should look at before others see these words. Words are seen through the usual disguises (f.u.c.k, sh1t, fuuuck), but
 * only whole ones, so that no town and no ingredient is mistaken for what stands in the middle of it.
 */
export function concernsOf(...texts: string[]): Concern[] {
  const concerns = new Set<Concern>();
  for (const text of texts) {
    if (hasProfanity(text)) concerns.add("bad language");
    if (hasLink(text)) concerns.add("a link");
  }
  return [...concerns];
}

function hasProfanity(text: string): boolean {
  const plain = withoutAccents(text).toLowerCase();
  const words = plain.match(/[\p{L}\p{M}\p{N}@$!*]+/gu) ?? [];
  return [...words, ...spelledOut(plain)].some((word) => spellings(word).some((spelling) => PROFANITIES.has(spelling)));
}

/** Accents of Latin letters only: in Devanagari the marks are the vowels. */
function withoutAccents(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f\u200b-\u200d\ufeff]/g, "")
    .normalize("NFKC");
}

/** Letters that stand alone, put together: "f u c k", "s.h.i.t". */
function spelledOut(text: string): string[] {
  return (
    text.match(/(?<![\p{L}\p{N}])(?:[\p{L}\p{N}@$!][\s._*-]{1,3}){2,}[\p{L}\p{N}@$!](?![\p{L}\p{N}])/gu) ?? []
  ).map((found) => found.replace(/[\s._*-]+/g, ""));
}

const LOOKALIKES: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

const lettered = (word: string) => word.replace(/[013457@$!]/g, (sign) => LOOKALIKES[sign] ?? sign);

/** A word as it may be meant. */
function spellings(word: string): string[] {
  const trimmed = word.replace(/^[!*@$]+|(?<![!*@$])[!*@$]+$/g, "");
  return [trimmed, lettered(trimmed), lettered(word)].flatMap((spelling) => [
    spelling,
    // "fuuuck", and where a letter is doubled by itself, "asshhhole".
    spelling.replace(/(\p{L})\1+/gu, "$1"),
    spelling.replace(/(\p{L})\1{2,}/gu, "$1$1"),
  ]);
}

/** Endings of addresses that are no words, since a space behind a full stop is often forgotten. All others count before a slash. */
const ENDINGS = "com|net|org|info|biz|xyz|io|ly|gl|co\\.in|org\\.in";
/** At most as long as the labels and local parts of real addresses, so that a long text without any is read in one go. */
const LABEL = String.raw`[\p{L}\p{N}][\p{L}\p{N}-]{0,62}`;
const LINK = new RegExp(
  [
    String.raw`\b(?:https?|ftp)\s*:\s*/`,
    String.raw`\bwww\s*\.\s*\w`,
    String.raw`${LABEL}\.(?:${ENDINGS})(?![\p{L}\p{N}])`,
    String.raw`${LABEL}\.[a-z]{2,24}/\S`,
    String.raw`[\w.+-]{1,64}@[\w-]{1,63}\.\w{2,}`,
    String.raw`\b(?:dot|\(dot\)|\[dot\])\s*(?:com|in|net|org)\b`,
  ].join("|"),
  "iu",
);

const hasLink = (text: string): boolean => LINK.test(text.normalize("NFKC"));
