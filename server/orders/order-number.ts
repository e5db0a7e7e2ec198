import { randomInt } from "node:crypto";

/** Crockford's alphabet: no I, L, O and U, so that it can be read out and written down. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A new order number such as `KW-7Q4M-2XKD`: random, so that it tells neither how many orders there are nor what the next one is. */
export function newOrderNumber(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return `KW-${group()}-${group()}`;
}
