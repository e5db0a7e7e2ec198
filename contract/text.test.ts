import { expect, it } from "vitest";
import { textField } from "./text.ts";

const code = { max: 6, pattern: /^[0-9]{6}$/, error: "Six digits." };

it.each([
  ["of six characters of two units each", "𝟓𝟔𝟎𝟎𝟎𝟏"],
  ["of six emoji", "🌹🌹🌹🌹🌹🌹"],
  ["of one emoji too many", "🌹🌹🌹🌹🌹🌹🌹"],
  ["that is very long", "1".repeat(100_000)],
])("a text %s breaks a pattern of digits", (_, text) => {
  for (const mayBeEmpty of [false, true]) {
    const read = textField({ ...code, mayBeEmpty }).safeParse(text);
    expect(read.error?.issues.map(({ message }) => message)).toEqual(["Six digits."]);
  }
});

it("a text is measured in characters, not in units", () => {
  expect(textField({ max: 6, error: "Too long." }).parse("🌹🌹🌹🌹🌹🌹")).toBe("🌹🌹🌹🌹🌹🌹");
});

it("a printed text too long for one field and not for another breaks one rule of each", () => {
  const [short, long] = [5, 20].map((max) => textField({ max, error: "Too long.", printed: true }));
  const messages = (field: typeof short) => field?.safeParse("Иван Иван").error?.issues.map(({ message }) => message);
  expect(messages(short)).toEqual(["Too long."]);
  expect(messages(long)).toEqual([
    "We can’t print “Иван Иван” on labels and invoices. Please use English letters or an Indian script.",
  ]);
});

it("a text far too long for its field is rejected without being rewritten", () => {
  const rewritten: string[] = [];
  const rewrite = (text: string) => {
    rewritten.push(text);
    return text.replaceAll(" ", "");
  };
  const field = textField({ ...code, rewrite });
  expect(field.parse("5 6 0 0 0 1")).toBe("560001");
  expect(field.safeParse("1 ".repeat(1000)).error?.issues.map(({ message }) => message)).toEqual(["Six digits."]);
  expect(rewritten).toEqual(["5 6 0 0 0 1"]);
});

it.each([
  [
    "a letter of Hindi with its dot in one character",
    "\u095bा\u095e\u0930ान".replace("\u0930", "र"),
    "\u091c\u093cा\u092b\u093cरान",
  ],
  ["Bengali", "মে\u09dfে", "মে\u09af\u09bcে"],
  ["Odia", "ବ\u0b5cଦିନ", "ବ\u0b21\u0b3cଦିନ"],
  ["Tamil, a vowel of two signs", "\u0b95\u0bc6\u0bbe", "\u0b95\u0bca"],
  ["Latin", "e\u0301lan", "\u00e9lan"],
])("a text is stored in one way however it is typed: %s", (_, typed, stored) => {
  for (const multiline of [false, true]) expect(textField({ max: 20, error: "", multiline }).parse(typed)).toBe(stored);
});
