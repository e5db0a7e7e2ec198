import { expect, it } from "vitest";
import { wrapText } from "./wrap-text.ts";

const wrap = (text: string, width: number) => wrapText(text, width, (part) => [...part].length);

it.each([
  ["", 10, [""]],
  ["one line", 10, ["one line"]],
  ["  spaces \n and   breaks ", 20, ["spaces and breaks"]],
  ["a text of some words", 8, ["a text", "of some", "words"]],
  ["Flat Gulmoharresidency 302", 10, ["Flat Gulmo", "harresiden", "cy 302"]],
  ["unbreakableword", 5, ["unbre", "akabl", "eword"]],
  ["narrow", 0, ["n", "a", "r", "r", "o", "w"]],
])("breaks %j at %i", (text, width, lines) => {
  expect(wrap(text, width)).toEqual(lines);
});

it("keeps letters with their combining marks", () => {
  expect(wrap("किताबें", 2)).toEqual(["कि", "ता", "बें"]);
});

it.each([
  ["ಲಕ್ಷ್ಮೀನಾರಾಯಣ", ["ಲ", "ಕ್ಷ್ಮೀ", "ನಾ", "ರಾ", "ಯ", "ಣ"]],
  ["லக்ஷ்மி", ["ல", "க்ஷ்மி"]],
  ["ਸ੍ਵਰਨ", ["ਸ੍ਵ", "ਰ", "ਨ"]],
])("breaks %s between its conjuncts", (word, parts) => {
  expect(wrap(word, 1)).toEqual(parts);
});
