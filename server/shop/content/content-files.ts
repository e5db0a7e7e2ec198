/** Parses and writes the files of a content folder. Pure; docs/content.md describes them for owners. */

import { z } from "zod";
import { MAX_ALT } from "../../../contract/admin/content.ts";
import { hasLink, wrongLinks } from "../../../contract/content/links.ts";
import { PLACEMENTS, TEXT_SIDES } from "../../../contract/content/schemas.ts";
import { readTimeInIndia } from "../../../contract/dates.ts";
import type { Picture } from "../../../contract/pictures.ts";
import { BANNER_DEVICES, type PageSection } from "../../platform/database/schema.ts";
import { type ContentProblem, problemOf } from "./content-problem.ts";
import { line, link, oneOf, optional, readJsonList } from "./json-lists.ts";
import { type MarkdownSection, type MarkdownText, readMarkdown, writeMarkdown } from "./markdown.ts";
import { PLACEHOLDERS, unknownPlaceholders } from "./placeholders.ts";

/** A picture in a file: a stored path, or the name of a file in the folder. */
interface PictureInFile {
  image: string;
  /** Alt text. */
  alt?: string | undefined;
}

export interface PageInFile {
  title: string;
  summary: string;
  sections: MarkdownSection[];
  picture: PictureInFile | null;
}

export interface FaqInFile {
  question: string;
  answer: string;
  groupName: string;
}

type Read<Value> = { value: Value; problems: ContentProblem[] };

const LIMITS = {
  title: 120,
  summary: 400,
  heading: 200,
  text: 5000,
  question: 300,
  answer: 3000,
  group: 80,
  image: 300,
  alt: MAX_ALT,
};

export function readPage(file: string, text: string): Read<PageInFile> {
  const { text: page, problems } = readMarkdown(text, { hasPictures: true });
  const described = problems.map(({ line, message }) => problemOf(file, message, `line ${line}`));
  const add = (message: string) => described.push(problemOf(file, message));
  for (const name of page.head.keys())
    if (!["title", "summary", "image", "alt"].includes(name))
      add(`the head has no ${name}, only title, summary, image and alt`);
  const [title = "", summary = "", image = ""] = ["title", "summary", "image"].map((name) => page.head.get(name));
  for (const [name, value] of Object.entries({ title, summary })) {
    if (value === "") add(`the head needs a line "${name}: …"`);
    if (value.length > LIMITS[name as "title"])
      add(`${name} has ${value.length} characters; at most ${LIMITS[name as "title"]} fit`);
    if (hasLink(value)) add(`the ${name} cannot contain a link`);
  }
  if (page.sections.length === 0) add('the page has no text; a section begins with "## Heading"');
  for (const { heading, paragraphs, points, pictures = [] } of page.sections) {
    if (pictures.some(({ image, alt }) => image.length > LIMITS.image || alt.length > LIMITS.alt))
      add(`"${heading.slice(0, 40)}" has a picture with a path or a description of more than ${LIMITS.alt} characters`);
    if (heading.length > LIMITS.heading)
      add(`the heading "${heading.slice(0, 40)}…" is longer than ${LIMITS.heading} characters`);
    if (hasLink(heading)) add(`the heading "${heading.slice(0, 40)}" cannot contain a link`);
    if ([...paragraphs, ...points].some((part) => part.length > LIMITS.text))
      add(`"${heading}" has a paragraph of more than ${LIMITS.text} characters`);
    addWrongLinks([...paragraphs, ...points].join("\n"), add);
  }
  addUnknownPlaceholders(text, add);
  const picture = image === "" ? null : { image, alt: page.head.get("alt") };
  return { value: { title, summary, sections: page.sections, picture }, problems: described };
}

export function writePage({
  title,
  summary,
  sections,
  image,
}: Omit<PageInFile, "picture" | "sections"> & { sections: readonly PageSection[]; image: Picture | null }): string {
  const head = new Map([
    ["title", title],
    ["summary", summary],
    ...(image
      ? ([
          ["image", image.path],
          ["alt", image.alt],
        ] as const)
      : []),
  ]);
  return writeMarkdown({
    head,
    sections: sections.map(({ pictures = [], ...section }) => ({
      ...section,
      pictures: pictures.map(({ after, picture: { path, alt: shown } }) => ({ after, image: path, alt: shown })),
    })),
  });
}

export function readFaqs(file: string, text: string): Read<FaqInFile[]> {
  const { text: faqs, problems } = readMarkdown(text, { hasGroups: true });
  const described: ContentProblem[] = problems.map(({ line, section, message }) => {
    const isQuestion = section !== undefined && faqs.sections[section]?.heading === "";
    return {
      ...problemOf(file, message, `line ${line}`),
      ...(section !== undefined && { field: `${section}.${isQuestion ? "question" : "answer"}` }),
    };
  });
  const value = faqs.sections.map(({ heading: question, paragraphs, points, group: groupName = "" }, at) => {
    const add = (field: string, message: string) =>
      described.push({ ...problemOf(file, message, `"${question.slice(0, 40)}"`), field: `${at}.${field}` });
    if (paragraphs.length !== 1 || points.length > 0) add("answer", "the answer must be one paragraph");
    const answer = paragraphs.join(" ");
    if (question.length > LIMITS.question) add("question", `at most ${LIMITS.question} characters fit into a question`);
    if (hasLink(question)) add("question", "a question cannot contain a link");
    if (answer.length > LIMITS.answer) add("answer", `at most ${LIMITS.answer} characters fit into an answer`);
    if (groupName.length > LIMITS.group) add("group", `at most ${LIMITS.group} characters fit into a heading`);
    if (hasLink(groupName)) add("group", "a heading cannot contain a link");
    addUnknownPlaceholders(`${groupName} ${question} ${answer}`, (message) => add("answer", message));
    addWrongLinks(answer, (message) => add("answer", message));
    return { question, answer, groupName };
  });
  const questions = value.map(({ question }) => question);
  questions.forEach((question, at) => {
    // An empty one is a problem already.
    if (question !== "" && questions.indexOf(question) < at)
      described.push({ ...problemOf(file, "is asked twice", `"${question}"`), field: `${at}.question` });
  });
  return { value, problems: described };
}

export function writeFaqs(faqs: readonly FaqInFile[]): string {
  const text: MarkdownText = {
    head: new Map(),
    sections: faqs.map(({ question, answer, groupName }) => ({
      heading: question,
      paragraphs: [answer],
      points: [],
      ...(groupName && { group: groupName }),
    })),
  };
  return writeMarkdown(text);
}

function addUnknownPlaceholders(text: string, add: (message: string) => void): void {
  for (const name of new Set(unknownPlaceholders(text)))
    add(`{${name}} stands for nothing; there are ${PLACEHOLDERS.map((known) => `{${known}}`).join(", ")}`);
}

function addWrongLinks(text: string, add: (message: string) => void): void {
  for (const target of wrongLinks(text))
    add(`the link to "${target.slice(0, 80)}" must be a path of the shop such as /faq, or begin with https://`);
}

const image = line(300);
const alt = optional(MAX_ALT).unwrap().optional();

const time = optional(16)
  .refine((text) => text === "" || readTimeInIndia(text) !== null, {
    error: "must be a time in India such as 2026-12-01T09:00, or be empty",
  })
  .optional();

const bannerFields = z.strictObject({
  placement: oneOf(PLACEMENTS),
  device: oneOf(BANNER_DEVICES),
  image,
  alt,
  eyebrow: optional(80),
  title: line(120),
  text: optional(MAX_ALT),
  action: line(60),
  link,
  textSide: oneOf(TEXT_SIDES),
  starts: time,
  ends: time,
});
const banner = bannerFields.refine(({ starts, ends }) => !starts || !ends || starts < ends, {
  path: ["ends"],
  error: "must be after the start",
});
const testimonial = z.strictObject({
  name: line(80),
  designation: line(120),
  review: line(1000),
  rating: z.int("must be a whole number from 1 to 5").min(1, "must be at least 1").max(5, "must be at most 5"),
  image,
  alt,
});
const brand = z.strictObject({ name: line(80), image, alt, link: z.nullable(link).default(null) });

/** The lists in JSON files: the schema of an entry, and its name in messages. */
export const LISTS = {
  "banners.json": { entry: banner, noun: "banner" },
  "testimonials.json": { entry: testimonial, noun: "testimonial" },
  "brands.json": { entry: brand, noun: "brand" },
} as const;
export type ListFile = keyof typeof LISTS;
export type ListEntry<File extends ListFile> = z.output<(typeof LISTS)[File]["entry"]>;

const MAX_ENTRIES = 100;

export function readList<File extends ListFile>(file: File, text: string): Read<ListEntry<File>[]> {
  const { entry, noun } = LISTS[file];
  // The compiler cannot relate the schema to its own file's entries.
  return readJsonList(file, text, {
    entry: entry as unknown as z.ZodType<ListEntry<File>>,
    noun,
    maxEntries: MAX_ENTRIES,
  });
}
