import { expect, it } from "vitest";
import { unprintable, unprintableMessage } from "./printable.ts";

it.each([
  "Asha O’Neill-Łucja, 3rd",
  "चन्द्रशेखर",
  "عائشہ خان، ۱۲",
  "ᱥᱟᱱᱛᱟᱲᱤ",
  "ꯃꯩꯇꯩ",
  "Flat #12/4 (rear) 🌸",
  "𝓐𝓼𝓱𝓪 Kṛṣṇa",
])("prints %s", (text) => {
  expect(unprintable(text)).toBe("");
});

it.each([
  ["Asha 日本 Иван", "日本 Иван"],
  ["ไทย", "ไทย"],
  ["🌸 🌸", "🌸 🌸"],
])("cannot print all of %s", (text, letters) => {
  expect(unprintable(text)).toBe(letters);
});

it("says what cannot be printed, and what to write instead", () => {
  expect(unprintableMessage("Иван 12")).toBe(
    "We can’t print “Иван” on labels and invoices. Please use English letters or an Indian script.",
  );
});
