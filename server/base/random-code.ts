import { randomInt } from "node:crypto";

/** Crockford's alphabet: without I, L, O and U, so that it is easy to read out. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Generates a random code that people can read out. It reveals neither how many codes there are nor the next one. */
export function randomCode(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}
