import { randomInt } from "node:crypto";

/** Crockford's alphabet: no I, L, O and U, so that it can be read out and written down. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Random letters and digits for a number that people read out; it tells neither how many there are nor what the next one is. */
export function randomCode(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}
