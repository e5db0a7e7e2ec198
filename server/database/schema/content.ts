import { integer, jsonb, pgTable, smallint, text } from "drizzle-orm/pg-core";
import type { Picture } from "../../../contract/pictures.ts";
import { id, moment } from "./columns.ts";

/** What the owner has to say and to show. */

export const banner = pgTable("banner", {
  id: id(),
  placement: text().$type<"hero" | "promo" | "app">().notNull(),
  device: text().$type<"desktop" | "phone">().notNull(),
  image: jsonb().$type<Picture>().notNull(),
  eyebrow: text().notNull().default(""),
  title: text().notNull(),
  text: text().notNull().default(""),
  action: text().notNull(),
  link: text().notNull(),
  textSide: text().$type<"left" | "right" | "top">().notNull(),
  position: integer().notNull(),
});

export const testimonial = pgTable("testimonial", {
  id: id(),
  name: text().notNull(),
  designation: text().notNull(),
  review: text().notNull(),
  rating: smallint().notNull(),
  image: jsonb().$type<Picture>().notNull(),
  position: integer().notNull(),
});

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
});

export interface PageSection {
  heading: string;
  paragraphs: string[];
  points: string[];
}

export const contentPage = pgTable("content_page", {
  slug: text().primaryKey(),
  title: text().notNull(),
  summary: text().notNull(),
  sections: jsonb().$type<PageSection[]>().notNull(),
  image: jsonb().$type<Picture>(),
  updatedAt: moment().notNull(),
});
