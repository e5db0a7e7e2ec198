import { expect, it } from "vitest";
import { parseEntries, writeEntries } from "./list-format.ts";

it.each([
  [[{ group: "", question: "How long ", answer: "Two days " }]],
  [
    [
      { group: "", question: "", answer: "" },
      { group: "", question: "A ## sign?", answer: "" },
    ],
  ],
  [
    [
      { group: "Delivery ", question: "", answer: "" },
      { group: "Delivery ", question: "When?", answer: "Soon" },
      { group: "", question: "Why?", answer: "" },
      { group: "#1", question: "Who?", answer: "We" },
    ],
  ],
  [[]],
])("keeps what is being typed into FAQs, spaces at its end too", (faqs) => {
  expect(parseEntries("faqs", writeEntries("faqs", faqs))).toEqual(faqs);
});

it("joins the lines of an answer, which is one paragraph", () => {
  expect(writeEntries("faqs", [{ question: "Why?", answer: "One.\n\nTwo." }])).toBe("## Why?\n\nOne. Two.\n");
  // It would begin another question.
  expect(writeEntries("faqs", [{ question: "Why?", answer: "## So" }])).toBe("## Why?\n\n So\n");
});

it("leaves a list that is no JSON to the text field", () => {
  expect(parseEntries("banners", "[{]")).toBeNull();
});
