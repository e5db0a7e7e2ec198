/** The owner's texts and banners. */

import { integer, jsonb, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { PLACEMENTS, TEXT_SIDES } from "../../../../contract/content/schemas.ts";
import type { Picture } from "../../../../contract/pictures.ts";
import { atLeast, oneOf, stars } from "./checks.ts";
import { id, timestamptz } from "./columns.ts";

export const BANNER_DEVICES = ["desktop", "phone"] as const;

export const banner = pgTable(
  "banner",
  {
    id: id(),
    placement: text({ enum: PLACEMENTS }).notNull(),
    device: text({ enum: BANNER_DEVICES }).notNull(),
    image: jsonb().$type<Picture>().notNull(),
    eyebrow: text().notNull().default(""),
    title: text().notNull(),
    text: text().notNull().default(""),
    action: text().notNull(),
    link: text().notNull(),
    textSide: text({ enum: TEXT_SIDES }).notNull(),
    position: integer().notNull(),
    /** Null: from the start, and without an end. */
    startsAt: timestamptz(),
    endsAt: timestamptz(),
  },
  (table) => [oneOf(table.placement), oneOf(table.device), oneOf(table.textSide)],
);

export const testimonial = pgTable(
  "testimonial",
  {
    id: id(),
    name: text().notNull(),
    designation: text().notNull(),
    review: text().notNull(),
    rating: smallint().notNull(),
    image: jsonb().$type<Picture>().notNull(),
    position: integer().notNull(),
  },
  (table) => [stars(table.rating)],
);

export const brandImage = pgTable("brand_image", {
  id: id(),
  name: text().notNull(),
  image: jsonb().$type<Picture>().notNull(),
  link: text(),
  position: integer().notNull(),
});

export const faq = pgTable("faq", {
  id: id(),
  question: text().notNull(),
  answer: text().notNull(),
  position: integer().notNull(),
  /** The heading that it is below; empty for none. */
  groupName: text().notNull().default(""),
});

/** Lists without pictures, such as the menus, as in their file (docs/content.md); one that was never changed has no row. */
export const contentList = pgTable("content_list", {
  file: text().primaryKey(),
  entries: jsonb().$type<object[]>().notNull(),
});

export interface PageSection {
  heading: string;
  paragraphs: string[];
  points: string[];
  /** Each is shown after that many of the paragraphs. */
  pictures?: { after: number; picture: Picture }[];
}

export const contentPage = pgTable("content_page", {
  slug: text().primaryKey(),
  title: text().notNull(),
  summary: text().notNull(),
  sections: jsonb().$type<PageSection[]>().notNull(),
  image: jsonb().$type<Picture>(),
  updatedAt: timestamptz().notNull(),
});

/** Versions of a page or list, one for each change, in its file format (docs/content.md). */
export const contentVersion = pgTable(
  "content_version",
  {
    /** The name of its file, such as pages/about-us.md. */
    file: text().notNull(),
    /** From 1. Version 1 is the text before the first change. */
    version: integer().notNull(),
    text: text().notNull(),
    /** The name that the member had then, or "Command"; empty for version 1. */
    author: text().notNull(),
    at: timestamptz().notNull(),
  },
  (table) => [primaryKey({ columns: [table.file, table.version] }), atLeast(1, table.version)],
);
