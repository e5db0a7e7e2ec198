import { and, asc, eq, gt, inArray, isNull, lte, or } from "drizzle-orm";
import type {
  Banner,
  BrandImage,
  ContentPage,
  Faq,
  Placement,
  Testimonial,
} from "../../../contract/content/schemas.ts";
import { type Measurement, measurementNotice } from "../../../contract/measurement.ts";
import type { Picture } from "../../../contract/pictures.ts";
import type { ReadDatabase } from "../../platform/database/database.ts";
import { banner, brandImage, contentPage, faq, testimonial } from "../../platform/database/schema.ts";
import { fillPlaceholders, hasPlaceholders, type TextFacts } from "./placeholders.ts";

/** Reads what placeholders stand for. Called only for texts that have placeholders, and for the privacy policy. */
type ReadSettings = () => Promise<TextFacts>;

export async function listFaqs(db: ReadDatabase, readSettings: ReadSettings): Promise<Faq[]> {
  const faqs = await db
    .select({ question: faq.question, answer: faq.answer, group: faq.groupName })
    .from(faq)
    .orderBy(asc(faq.position), asc(faq.id));
  return filled(
    faqs.map(({ group, ...entry }) => ({ ...entry, ...(group && { group }) })),
    readSettings,
  );
}

export const countFaqs = (db: ReadDatabase): Promise<number> => db.$count(faq);

export async function listTestimonials(db: ReadDatabase): Promise<Testimonial[]> {
  const rows = await db.select().from(testimonial).orderBy(asc(testimonial.position), asc(testimonial.id));
  return rows.map(({ id, image, name, review, designation, rating }) => ({
    id: String(id),
    image,
    name,
    review,
    designation,
    rating,
  }));
}

export async function listBanners(
  db: ReadDatabase,
  { device, placements }: { device: "desktop" | "phone"; placements: readonly Placement[] },
  now = new Date(),
): Promise<Banner[]> {
  const rows = await db
    .select()
    .from(banner)
    .where(
      and(
        eq(banner.device, device),
        inArray(banner.placement, [...placements]),
        or(isNull(banner.startsAt), lte(banner.startsAt, now)),
        or(isNull(banner.endsAt), gt(banner.endsAt, now)),
      ),
    )
    .orderBy(asc(banner.position), asc(banner.id));
  return rows.map(({ id, image, placement, eyebrow, title, text, action, link, textSide }) => ({
    _id: String(id),
    image,
    placement,
    eyebrow,
    title,
    text,
    action,
    link,
    textSide,
  }));
}

/** Lists the pictures of banners and of pages of text. */
export async function listContentPictures(db: ReadDatabase): Promise<{ banners: Picture[]; pages: Picture[] }> {
  const banners = await db.select({ image: banner.image }).from(banner).orderBy(asc(banner.position), asc(banner.id));
  return { banners: banners.map(({ image }) => image), pages: await picturesOfPages(db) };
}

/** The pictures of pages of text: those at their tops, and those within. */
export async function picturesOfPages(db: Pick<ReadDatabase, "select">): Promise<Picture[]> {
  const pages = await db.select({ image: contentPage.image, sections: contentPage.sections }).from(contentPage);
  return pages.flatMap(({ image, sections }) => [
    ...(image ? [image] : []),
    ...sections.flatMap(({ pictures = [] }) => pictures.map(({ picture }) => picture)),
  ]);
}

export async function listBrandImages(db: ReadDatabase): Promise<BrandImage[]> {
  const rows = await db.select().from(brandImage).orderBy(asc(brandImage.position), asc(brandImage.id));
  return rows.map(({ id, name, image, link }) => ({ id: String(id), name, image, link }));
}

/** Finds a page of text by its slug; null if there is none. */
export async function findPage(
  db: ReadDatabase,
  slug: string,
  readSettings: ReadSettings,
): Promise<ContentPage | null> {
  const [row] = await db.select().from(contentPage).where(eq(contentPage.slug, slug));
  if (!row) return null;
  const { title, summary, sections, image, updatedAt } = row;
  const { measurement = null } = slug === "privacy-policy" ? await readSettings() : {};
  const all = measurement ? withNotice(sections, measurement) : sections;
  const texts = await filled({ title, summary, sections: all }, readSettings);
  return { slug, ...texts, image, updatedOn: updatedAt.toISOString().slice(0, 10) };
}

/** Adds the section about what is measured, after the one that says who receives data, else as the last one. */
function withNotice(sections: ContentPage["sections"], measurement: Measurement): ContentPage["sections"] {
  const at = sections.findIndex(({ heading }) => heading === "Who receives it") + 1 || sections.length;
  return sections.toSpliced(at, 0, measurementNotice(measurement));
}

/** Fills placeholders in texts of any shape. */
async function filled<Texts>(texts: Texts, readSettings: ReadSettings): Promise<Texts> {
  const json = JSON.stringify(texts);
  if (!hasPlaceholders(json)) return texts;
  const settings = await readSettings();
  return JSON.parse(json, (_key, value) => (typeof value === "string" ? fillPlaceholders(value, settings) : value));
}
