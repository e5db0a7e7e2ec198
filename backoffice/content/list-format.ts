/** Lists that are edited entry by entry, and their file formats (docs/content.md). */

import type { ContentDocument, DocumentProblem } from "../../contract/admin/content.ts";
import { ALL_CATEGORIES, FAVOURITES } from "../../contract/content/menu-targets.ts";
import { writeTimeInIndia } from "../../contract/dates.ts";

export type Entry = Readonly<{ [field: string]: string | number | null | readonly Entry[] }>;

export interface EntryField {
  name: string;
  label: string;
  isLong?: true;
  /** Whether its options are stored as numbers. */
  isNumber?: true;
  isPicture?: true;
  hint?: string;
  /** A time in India; empty for none. */
  isTime?: true;
  /** Whether an empty field is stored as null. */
  isNullable?: true;
  options?: readonly { value: string; name: string }[];
  /** Where a link of a menu leads; the keyword may stand for many links. */
  target?: { keyword: string; name: string };
  /** A list of entries with these fields. */
  fields?: readonly EntryField[];
  /** What such an entry is called. */
  noun?: string;
}

/** What an entry of a list is called. */
const NOUNS: Readonly<Partial<Record<ContentDocument, string>>> = {
  faqs: "question",
  banners: "banner",
  testimonials: "testimonial",
  brands: "brand",
  "header-menu": "link",
  "footer-menu": "column",
};
export const nounOf = (name: ContentDocument) => NOUNS[name] ?? "entry";

/** Has no description: the texts of its entry are beside it. */
const PICTURE: EntryField = {
  name: "image",
  label: "Picture",
  isPicture: true,
  hint: "Screen readers read this entry’s texts and skip its picture, so don’t put words into it.",
};

const linkFields = (keyword: string, name: string): readonly EntryField[] => [
  { name: "label", label: "Label" },
  { name: "link", label: "Leads to", target: { keyword, name } },
];

const FIELDS: Readonly<Partial<Record<ContentDocument, readonly EntryField[]>>> = {
  faqs: [
    { name: "group", label: "Heading that it is below, if any" },
    { name: "question", label: "Question" },
    { name: "answer", label: "Answer", isLong: true },
  ],
  banners: [
    { name: "title", label: "Title" },
    {
      name: "placement",
      label: "Place",
      options: [
        { value: "hero", name: "Top of the home page" },
        { value: "promo", name: "Below the new arrivals" },
        { value: "app", name: "Offer of the app" },
      ],
    },
    {
      name: "device",
      label: "Shown on",
      options: [
        { value: "desktop", name: "Desktop" },
        { value: "phone", name: "Phone" },
      ],
    },
    { name: "eyebrow", label: "Above the title" },
    { name: "text", label: "Below the title" },
    { name: "action", label: "Button" },
    { name: "link", label: "Link" },
    {
      name: "textSide",
      label: "Where the picture has room",
      options: [
        { value: "left", name: "Left" },
        { value: "right", name: "Right" },
        { value: "top", name: "Top" },
      ],
    },
    { name: "starts", label: "Shown from (Indian time)", isTime: true },
    { name: "ends", label: "Until (Indian time)", isTime: true },
    {
      ...PICTURE,
      hint: `${PICTURE.hint} Best 2400 × 1000 pixels on desktops, 1440 × 2304 on phones; below the new arrivals 1800 × 1200 and 1080 × 1440.`,
    },
  ],
  testimonials: [
    { name: "name", label: "Name" },
    { name: "designation", label: "Who they are" },
    { name: "review", label: "Review", isLong: true },
    {
      name: "rating",
      label: "Stars",
      isNumber: true,
      options: ["5", "4", "3", "2", "1"].map((stars) => ({ value: stars, name: stars })),
    },
    PICTURE,
  ],
  "header-menu": linkFields(ALL_CATEGORIES, "All categories"),
  "footer-menu": [
    { name: "title", label: "Heading" },
    {
      name: "links",
      label: "Links",
      noun: "link",
      fields: linkFields(FAVOURITES, "Products in the footer, of the settings"),
    },
  ],
  brands: [{ name: "name", label: "Name" }, { name: "link", label: "Link", isNullable: true }, PICTURE],
};

/** Returns the fields of an entry; undefined for a page. */
export const fieldsOf = (name: ContentDocument) => FIELDS[name];

/** Parses the text that the server wrote; null for one that only a text field can show. */
export function parseEntries(name: ContentDocument, text: string): Entry[] | null {
  if (name === "faqs") {
    if (text.trim() === "") return [];
    // Trims nothing: the text is parsed after each key, so a space at the end of a line may just have been typed.
    const entries: Entry[] = [];
    let group = "";
    for (const block of text.replace(/\n$/, "").split(/\n\n(?=#)/)) {
      if (/^#(?!#)/.test(block)) group = block.replace(/^# ?/, "");
      else {
        const [question = "", ...answer] = block.replace(/^## ?/, "").split("\n\n");
        entries.push({ group, question, answer: answer.join("\n\n") });
      }
    }
    return entries;
  }
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? (list as Entry[]) : null;
  } catch {
    return null;
  }
}

export function writeEntries(name: ContentDocument, entries: readonly Entry[]): string {
  if (name !== "faqs") return `${JSON.stringify(entries, null, 2)}\n`;
  // Joins lines, because each field is one paragraph, and an answer is no heading.
  const line = (value: unknown) => String(value ?? "").replace(/\n+/g, " ");
  const blocks = entries.map(({ group, question, answer }, at) => {
    const heading = line(group) === line(entries[at - 1]?.group) ? "" : `# ${line(group)}\n\n`;
    return `${heading}## ${line(question)}\n\n${line(answer).replace(/^#+/, "")}`;
  });
  return `${blocks.join("\n\n")}\n`;
}

export const emptyEntry = (fields: readonly EntryField[]): Entry =>
  Object.fromEntries(
    fields.map(({ name, options, isNumber, isNullable, fields: nested }) => {
      const first = options?.[0]?.value ?? "";
      return [name, nested ? [emptyEntry(nested)] : isNullable ? null : isNumber ? Number(first) : first];
    }),
  );

/** Tells apart banners with the same title, one for each width: "Phone · Top of the home page"; empty for other entries. */
export const kindOf = (fields: readonly EntryField[], entry: Entry): string =>
  ["device", "placement"]
    .flatMap(
      (field) =>
        fields.find(({ name }) => name === field)?.options?.find(({ value }) => value === entry[field])?.name ?? [],
    )
    .join(" · ");

/** Whether shoppers see a banner now; null for an entry that has no times. */
export function stateOf(
  fields: readonly EntryField[],
  { starts, ends }: Entry,
  now: Date,
): "scheduled" | "live" | "ended" | null {
  if (!fields.some(({ isTime }) => isTime)) return null;
  const time = writeTimeInIndia(now);
  if (typeof ends === "string" && ends !== "" && ends <= time) return "ended";
  return typeof starts === "string" && starts > time ? "scheduled" : "live";
}

const ORDINALS = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth"];
const SUFFIXES: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: "st", two: "nd", few: "rd" };
const rules = new Intl.PluralRules("en", { type: "ordinal" });
const ordinal = (index: number) => ORDINALS[index] ?? `${index + 1}${SUFFIXES[rules.select(index + 1)] ?? "th"}`;
const lowerFirst = (text: string) => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;

/** Says what is wrong, and where: "Second column, third link, leads to: must not be empty." */
export function describeProblem(name: ContentDocument, { field, message }: DocumentProblem): string {
  let fields = fieldsOf(name);
  let noun = nounOf(name);
  const words: string[] = [];
  for (const part of field.split(".")) {
    if (/^\d+$/.test(part)) words.push(`${ordinal(Number(part))} ${noun}`);
    else {
      const found = fields?.find((one) => one.name === part);
      if (found?.fields) [fields, noun] = [found.fields, found.noun ?? "entry"];
      else if (found) words.push(found.label);
    }
  }
  if (words.length === 0) return message;
  return `${words.map((word, at) => (at === 0 ? word : lowerFirst(word))).join(", ")}: ${lowerFirst(message)}`;
}

/** The problems that a text had, without those of values that have changed since; the first of each value. */
export function remainingProblems(
  problems: readonly DocumentProblem[],
  before: readonly Entry[],
  now: readonly Entry[],
): DocumentProblem[] {
  const valueAt = (entries: unknown, field: string) =>
    JSON.stringify(
      field
        .split(".")
        .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], entries),
    );
  return problems.filter(
    ({ field }, at) =>
      problems.findIndex((other) => other.field === field) === at && valueAt(before, field) === valueAt(now, field),
  );
}

/** The problems of one entry, or of a list in it, by the field within. */
export const problemsIn = (problems: readonly DocumentProblem[], part: string | number): DocumentProblem[] =>
  problems.flatMap(({ field, message }) =>
    field.startsWith(`${part}.`) ? [{ field: field.slice(`${part}.`.length), message }] : [],
  );

/** Puts a paragraph into a text: after the one with the cursor, or at the end. */
export function insertBlock(text: string, cursor: number | null, block: string): string {
  const end = cursor === null ? -1 : text.indexOf("\n\n", cursor);
  return end < 0 ? `${text.trimEnd()}\n\n${block}\n` : `${text.slice(0, end)}\n\n${block}${text.slice(end)}`;
}
