/**
 * Long passwords that are as easy to guess as short ones. The list of common passwords was made for customers' six characters; hardly any
 * of it has the twelve that staff needs.
 */

import { isCommonPassword, normalized, tooCommon } from "./common-passwords.ts";

/** Rows of keys and the alphabet, in which neighbours follow each other. */
const ROWS = ["1234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm"];
/** The minimum number of characters that follow from none before them. */
const MIN_FRESH = 5;

/**
 * Rejects a common password of staff, and one made of it.
 * @throws ApiError (422)
 */
export async function rejectGuessablePassword(password: string): Promise<void> {
  if (await isGuessablePassword(password)) throw tooCommon();
}

/** Whether it is common, said twice, a row of keys, or a common one with digits or signs before or after it. */
export async function isGuessablePassword(password: string): Promise<boolean> {
  const typed = normalized(password);
  const once = /^(.+?)\1+$/u.exec(typed)?.[1];
  if (once !== undefined || countFresh(typed) < MIN_FRESH) return true;
  const word = typed.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  const wordOnce = /^(.+?)\1+$/u.exec(word)?.[1] ?? word;
  for (const part of new Set([typed, word, wordOnce])) if (await isCommonPassword(part)) return true;
  return false;
}

/** Counts the characters that neither repeat the one before nor follow it in a row, forwards or backwards. */
function countFresh(text: string): number {
  const characters = [...text];
  return characters.filter((character, at) => !follows(characters[at - 1], character)).length;
}

const follows = (before: string | undefined, character: string) =>
  before !== undefined &&
  (before === character ||
    ROWS.some((row) => {
      const [one, other] = [row.indexOf(before), row.indexOf(character)];
      return one >= 0 && other >= 0 && [1, row.length - 1].includes(Math.abs(one - other));
    }));
