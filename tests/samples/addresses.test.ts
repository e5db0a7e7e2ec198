/**
 * Types the phone numbers, pincodes and emails of the samples as keyboards, autofill and people do: whatever is read has the digits that were
 * typed. `MUTATIONS=10000 SEED=7 npm run test:unit -- tests/samples` tries others, and many more than the usual few hundred.
 */

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { addressBody, email } from "../../contract/accounts/schemas.ts";
import { mobileField } from "../../contract/mobile-field.ts";
import { SAMPLES } from "./samples.ts";

const RUNS = Number(process.env.MUTATIONS ?? 400);
const SEED = Number(process.env.SEED ?? 20_261_129);

const rows = SAMPLES.filter(({ kind }) => kind === "addresses").flatMap(({ result }) =>
  "facts" in result ? Object.values(result.facts).filter((facts) => facts.length === 5) : [],
) as [name: string, mobile: string, email: string, pincode: string, state: string][];

/** The zeros of the scripts of keyboards. */
const ZEROS = [..."0०০੦૦୦௦౦೦൦۰０"];
/** What keyboards and chats put between characters, and what they put for a separator. */
const HIDDEN = ["\u200b", "\u200c", "\u200d", "\u200e", "\u202a", "\u202c", "\u2060", "\ufeff", "\u00ad"];
const SEPARATORS = [" ", "\u00a0", "\u2009", "-", "\u2011", "–", "—", "−", "－", ".", "(", ")", "/", "\n"];
/** What is no digit, however much it looks like one. */
const LOOKALIKES = ["O", "o", "l", "I", "S", "ଠ", "ഠ", "ο", "०̣", "²", "①", "৴", "௰", "𝟗", ","];

const slip = fc.oneof(
  fc.record({ kind: fc.constantFrom("script" as const), at: fc.nat(), by: fc.constantFrom(...ZEROS) }),
  fc.record({ kind: fc.constantFrom("insert" as const), at: fc.nat(), by: fc.constantFrom(...HIDDEN, ...SEPARATORS) }),
  fc.record({ kind: fc.constantFrom("look-alike" as const), at: fc.nat(), by: fc.constantFrom(...LOOKALIKES) }),
  fc.record({
    kind: fc.constantFrom("drop" as const, "double" as const, "swap" as const, "all of the script" as const),
    at: fc.nat(),
    by: fc.constantFrom(...ZEROS),
  }),
);
type Slip = typeof slip extends fc.Arbitrary<infer Value> ? Value : never;

/** One character of a field. */
interface Typed {
  text: string;
  /** The digit that it means; null for what is none. */
  digit: number | null;
}
const typedOf = (text: string): Typed[] =>
  [...text].map((character) => ({ text: character, digit: /[0-9]/.test(character) ? Number(character) : null }));
const inScript = (zero: string, digit: number) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + digit);

function slipIn(typed: Typed[], { kind, at, by }: Slip): void {
  const place = at % Math.max(1, typed.length);
  const one = typed[place];
  if (kind === "insert") typed.splice(at % (typed.length + 1), 0, { text: by, digit: null });
  else if (!one) return;
  else if (kind === "script" && one.digit !== null) one.text = inScript(by, one.digit);
  else if (kind === "look-alike") typed[place] = { text: by, digit: null };
  else if (kind === "drop") typed.splice(place, 1);
  else if (kind === "double") typed.splice(place, 0, { ...one });
  else if (kind === "swap") typed.splice(place, 2, ...typed.slice(place, place + 2).reverse());
  else if (kind === "all of the script")
    for (const each of typed) if (each.digit !== null) each.text = inScript(by, each.digit);
}

const written = (typed: readonly Typed[]) => typed.map(({ text }) => text).join("");
const digitsOf = (typed: readonly Typed[]) => typed.flatMap(({ digit }) => digit ?? []).join("");
/** How a number is stored in a phone. */
const BEFORE = ["", "0", "+91 ", "+91", "91", "+91-0", "0091 ", "091"];
const isOnlyLookalike = (typed: readonly Typed[]) =>
  typed.some(({ text, digit }) => digit === null && LOOKALIKES.includes(text));

it("a phone number is refused, or has the ten digits that were typed", () => {
  let read = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...rows),
      fc.constantFrom(...BEFORE),
      fc.array(slip, { maxLength: 3 }),
      ([, mobile], before, slips) => {
        const typed = typedOf(before + mobile);
        for (const one of slips) slipIn(typed, one);
        const { data, success } = mobileField().safeParse(written(typed));
        if (!success) return;
        read += 1;
        expect(isOnlyLookalike(typed)).toBe(false);
        const digits = digitsOf(typed);
        expect(digits.slice(-10)).toBe(data);
        expect(["", "0", "91", "910", "091", "0910", "0091", "00910"]).toContain(digits.slice(0, -10));
      },
    ),
    { seed: SEED, numRuns: RUNS },
  );
  expect(read).toBeGreaterThan(RUNS / 4);
});

it("a pincode is refused, or has the six digits that were typed", () => {
  let read = 0;
  fc.assert(
    fc.property(fc.constantFrom(...rows), fc.array(slip, { maxLength: 3 }), ([, , , pincode], slips) => {
      const typed = typedOf(pincode);
      for (const one of slips) slipIn(typed, one);
      const { data, success } = addressBody.shape.pincode.safeParse(written(typed));
      if (!success) return;
      read += 1;
      expect(isOnlyLookalike(typed)).toBe(false);
      expect(digitsOf(typed)).toBe(data);
    }),
    { seed: SEED, numRuns: RUNS },
  );
  expect(read).toBeGreaterThan(RUNS / 4);
});

it("an email is refused, or has the letters and digits that were typed, and nothing that does not show", () => {
  const keyboard = fc.record({
    at: fc.nat(),
    by: fc.constantFrom(...HIDDEN, " ", "’", "‘", "“", "”", "–", "—", "…", "🌸", "。", ",", ";", "।", "\u2011", "９"),
  });
  let read = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...rows),
      fc.array(keyboard, { maxLength: 2 }),
      fc.constantFrom("", " ", ". ", ".", "\n", "\u200b"),
      ([, , mail], inserted, end) => {
        const characters = [...mail];
        for (const { at, by } of inserted) characters.splice(at % (characters.length + 1), 0, by);
        const { data, success } = email.safeParse(characters.join("") + end);
        if (!success) return;
        read += 1;
        const meant = characters
          .join("")
          .replaceAll("９", "9")
          .replaceAll("\u2011", "-")
          .replace(new RegExp(`[${HIDDEN.join("")}]`, "gu"), "")
          .trim();
        expect(data).toBe(meant);
        expect(data).toMatch(/^[!-~]+$/);
      },
    ),
    { seed: SEED, numRuns: RUNS },
  );
  expect(read).toBeGreaterThan(RUNS / 4);
});

it("names, streets, cities and states of every sample keep their letters", () => {
  const cells = SAMPLES.filter(({ file }) => file.startsWith("addresses-")).flatMap(({ file }) =>
    readFileSync(`tests/samples/${file}`, "utf8")
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => line.split("\t").map((cell) => cell.replace(/\\u200d/g, "\u200d"))),
  );
  expect(cells.length).toBe(36);
  for (const [name = "", , , street = "", city = "", state = "", pincode = ""] of cells) {
    expect(addressBody.parse({ street, city, state, pincode })).toMatchObject({ street, city, state });
    expect(rows.map(([stored]) => stored)).toContain(name);
  }
});
