import { expect, it } from "vitest";
import { unprintable } from "../../../contract/printable.ts";
import { fontOf } from "./fonts.ts";
import { printable } from "./printable.ts";

it.each([
  ["Asha 🌸 Verma", "Asha Verma"],
  ["👩‍💻 Ravi ✨", " Ravi "],
  ["a\u202E\u0000b\u200Ec", "a bc"],
  ["★ 50 % ≈ half", " 50 % half"],
])("drops what is no letter and has no glyph of %j", (text, drawn) => {
  expect(printable(text, "regular")).toBe(drawn);
});

it.each([
  ["Łódź, Café Zürich, São", "Łódź, Café Zürich, São"],
  // No font of the shop has these with their dots.
  ["Kṛṣṇa ḍamaru", "Krsna damaru"],
  ["𝓐𝓼𝓱𝓪 Ｖｅｒｍａ ﬁne", "Asha Verma fine"],
])("keeps the letters of %j, without an accent or a style that no font has", (text, drawn) => {
  expect(printable(text, "regular")).toBe(drawn);
});

it("keeps joiners between letters, which change how they are drawn", () => {
  expect(printable("ರಾಜ್\u200cಕುಮಾರ್ क्\u200dष", "regular")).toBe("ರಾಜ್\u200cಕುಮಾರ್ क्\u200dष");
});

it("keeps letters that no font has", () => {
  expect(printable("日本 Иван", "regular")).toBe("日本 Иван");
});

it("rejects in forms the letters that no font has, and no others", () => {
  const letters = Array.from({ length: 0x30000 }, (_, code) => String.fromCodePoint(code)).filter((character) =>
    /[\p{L}\p{N}]/u.test(character),
  );
  const isDrawn = (letter: string) => [...printable(letter, "regular")].every((one) => fontOf(one, "regular"));
  expect(letters.filter((letter) => (unprintable(letter) === "") !== isDrawn(letter))).toEqual([]);
});
