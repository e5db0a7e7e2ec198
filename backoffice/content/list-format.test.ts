import { expect, it } from "vitest";
import {
  describeProblem,
  type Entry,
  fieldsOf,
  kindOf,
  parseEntries,
  remainingProblems,
  writeEntries,
} from "./list-format.ts";

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

it.each([
  ["header-menu", "1.link", "Second link, leads to: there is nothing at /x."],
  ["footer-menu", "0.links.2.label", "First column, third link, label: there is nothing at /x."],
  ["footer-menu", "1.links", "Second column: there is nothing at /x."],
  ["banners", "11", "12th banner: there is nothing at /x."],
  ["about-us", "text", "There is nothing at /x."],
] as const)("says which entry of %s has the problem, and in which field: %s", (name, field, words) => {
  expect(describeProblem(name, { field, message: "There is nothing at /x." })).toBe(words);
});

it("shows a problem until its value changes", () => {
  const problems = [
    { field: "0.link", message: "There is nothing at /x." },
    { field: "0.link", message: "Must be a path." },
    { field: "1.links.0.label", message: "Must not be empty." },
  ];
  const before: Entry[] = [{ link: "/x" }, { links: [{ label: "" }] }];
  expect(remainingProblems(problems, before, before)).toEqual([problems[0], problems[2]]);
  expect(remainingProblems(problems, before, [{ link: "/faq" }, { links: [{ label: "" }] }])).toEqual([problems[2]]);
  expect(remainingProblems(problems, before, [{ link: "/x" }])).toEqual([problems[0]]);
});

it("distinguishes a banner for phones from the one for desktops with its title", () => {
  const kinds = ["banners", "faqs"].map((name) =>
    kindOf(fieldsOf(name as "banners" | "faqs") ?? [], { title: "Monsoon", device: "phone", placement: "hero" }),
  );
  expect(kinds).toEqual(["Phone · Top of the home page", ""]);
});
