import { expect, it } from "vitest";
import { parseEntries, writeEntries } from "./list-format.ts";

it.each([
  [[{ question: "How long ", answer: "Two days " }]],
  [
    [
      { question: "", answer: "" },
      { question: "A ## sign?", answer: "" },
    ],
  ],
  [[]],
])("keeps what is being typed into FAQs, spaces at its end too", (faqs) => {
  expect(parseEntries("faqs", writeEntries("faqs", faqs))).toEqual(faqs);
});

it("joins the lines of an answer, which is one paragraph", () => {
  expect(writeEntries("faqs", [{ question: "Why?", answer: "One.\n\nTwo." }])).toBe("## Why?\n\nOne. Two.\n");
});

it("leaves a list that is no JSON to the text field", () => {
  expect(parseEntries("banners", "[{]")).toBeNull();
});
