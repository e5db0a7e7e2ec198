import { PROFANITIES } from "./profanities.ts";

/** Why a review is held for moderation. */
export type Concern = "bad language" | "a link";

/**
 * Finds reasons to hold these texts. It recognises words in the usual disguises (f.u.c.k, sh1t, fuuuck), but only whole words, so that a
 * town or ingredient that contains one does not match.
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

/** Removes accents of Latin letters only: in Devanagari the marks are vowels. */
function withoutAccents(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f\u200b-\u200d\ufeff]/g, "")
    .normalize("NFKC");
}

/** Joins single letters: "f u c k", "s.h.i.t". */
function spelledOut(text: string): string[] {
  return (
    text.match(/(?<![\p{L}\p{N}])(?:[\p{L}\p{N}@$!][\s._*-]{1,3}){2,}[\p{L}\p{N}@$!](?![\p{L}\p{N}])/gu) ?? []
  ).map((found) => found.replace(/[\s._*-]+/g, ""));
}

const LOOKALIKE_LETTERS: Readonly<Record<string, string>> = {
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

const joined = (word: string) => word.replace(/[013457@$!]/g, (sign) => LOOKALIKE_LETTERS[sign] ?? sign);

/** Lists the possible readings of a disguised word. */
function spellings(word: string): string[] {
  const trimmed = word.replace(/^[!*@$]+|(?<![!*@$])[!*@$]+$/g, "");
  return [trimmed, joined(trimmed), joined(word)].flatMap((spelling) => [
    spelling,
    // "fuuuck"; and "asshhhole", which has a regular double letter.
    spelling.replace(/(\p{L})\1+/gu, "$1"),
    spelling.replace(/(\p{L})\1{2,}/gu, "$1$1"),
  ]);
}

/** Top-level domains that are not words, because the space after a full stop is often forgotten. Others count only before a slash. */
const ENDINGS = "com|net|org|info|biz|xyz|io|ly|gl|co\\.in|org\\.in";
/** Limited to the maximum length of labels, so that matching stays linear on a long text. */
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
