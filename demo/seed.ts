import { eq, sql } from "drizzle-orm";
import type { Picture } from "../contract/pictures.ts";
import { toPaise } from "../server/base/money.ts";
import { rollUpSales } from "../server/operations/reports/roll-up.ts";
import type { Database, DatabaseOrTransaction } from "../server/platform/database/database.ts";
import { createSandboxTables } from "../server/platform/database/sandbox-tables.ts";
import * as table from "../server/platform/database/schema.ts";
import { createMediaLibrary, type MediaSettings } from "../server/platform/media/media-library.ts";
import { addProducts, type NewProduct } from "../server/shop/catalogue/import/add-products.ts";
import { fillDemoCart } from "./cart.ts";
import { demoCategories } from "./categories.ts";
import { insertDemoCourier } from "./couriers.ts";
import { insertDemoCustomer, storeDemoPortrait } from "./customer.ts";
import { demoFaqs } from "./faqs.ts";
import { demoBanners, demoBrandImages, demoTestimonials } from "./home.ts";
import { insertDemoOrders } from "./insert-orders.ts";
import { insertDemoOffers } from "./offers.ts";
import { demoPages } from "./pages.ts";
import { insertDemoPhoneTemplates } from "./phone-templates.ts";
import { storeDemoPictures } from "./pictures.ts";
import { demoProducts } from "./products.ts";
import { demoReviews } from "./reviews.ts";
import { insertDemoSettings } from "./settings.ts";
import type { DemoProduct, DemoSize } from "./shapes.ts";
import { insertDemoShipping } from "./shipping.ts";
import { furtherSizes } from "./sizes.ts";
import { fillDemoWishlist } from "./wishlist.ts";

/** Recorded once the demo shop is in the database. */
const MILESTONE = "demo";
/** Pictures of text pages, by slug. */
const PAGE_PICTURES: Record<string, string> = {
  "about-us": "pages/about-atelier.webp",
  contact: "banners/hero-skincare-mobile.webp",
};

type FindPicture = (file: string) => Picture;

/**
 * Fills an empty database with the demo shop, in one transaction, and stores its pictures.
 *
 * @returns true if it did; false if the demo is there already, or the database has another catalogue, which stays. Of two instances that
 * start at once one seeds and the other waits and returns false. If only the pictures are missing (another machine, an emptied folder),
 * they are stored again.
 */
export async function seedDemo(db: Database, settings: MediaSettings): Promise<boolean> {
  const [reached] = await db.select().from(table.milestone).where(eq(table.milestone.name, MILESTONE));
  if (!reached && (await hasCatalogue(db))) return false;

  const media = createMediaLibrary(settings);
  const pictures = await storeDemoPictures(media);
  const portrait = await storeDemoPortrait(media);
  await media.close();
  if (reached) return false;

  await createSandboxTables(db);
  const seeded = await db.transaction(async (trx) => {
    // A concurrent server waits here until the first has finished, and then finds the milestone recorded.
    const [isFirst] = await trx.insert(table.milestone).values({ name: MILESTONE }).onConflictDoNothing().returning();
    if (!isFirst) return false;
    const find: FindPicture = (file) => {
      const picture = pictures.get(file);
      if (!picture) throw new Error(`demo/media/media.json does not describe ${file}`);
      return picture;
    };
    const categories = await insertCategories(trx, find);
    await insertProducts(trx, categories, pictures);
    await insertReviews(trx);
    await insertDemoOffers(trx, new Date());
    const customerId = await insertDemoCustomer(trx, portrait);
    await fillDemoCart(trx, customerId);
    await fillDemoWishlist(trx, customerId);
    await insertDemoOrders(trx, customerId, new Date());
    await insertContent(trx, find);
    await insertDemoShipping(trx);
    await insertDemoCourier(trx, new Date());
    await insertDemoSettings(trx);
    await insertDemoPhoneTemplates(trx, new Date());
    return true;
  });
  if (seeded) await rollUpSales(db);
  // Without waiting for autovacuum, which gathers the planner's statistics within minutes.
  if (seeded) await db.execute(sql`analyze`);
  return seeded;
}

async function hasCatalogue(db: Database): Promise<boolean> {
  const [product] = await db.select({ id: table.product.id }).from(table.product).limit(1);
  const [category] = await db.select({ id: table.category.id }).from(table.category).limit(1);
  return product !== undefined || category !== undefined;
}

interface CategoryIds {
  categoryId: number;
  subcategoryId: number | null;
}

/** @returns a product's category ids, by the slug of its category or subcategory */
async function insertCategories(trx: DatabaseOrTransaction, find: FindPicture): Promise<Map<string, CategoryIds>> {
  const tops = await trx
    .insert(table.category)
    .values(
      demoCategories.map(({ slug, name, description, commonName = null, image }, position) => ({
        slug,
        name,
        description,
        commonName,
        image: image === undefined ? null : find(image),
        position,
      })),
    )
    .returning({ id: table.category.id, slug: table.category.slug });
  const topIds = new Map(tops.map(({ slug, id }) => [slug, id]));
  const subs = await trx
    .insert(table.category)
    .values(
      demoCategories.flatMap(({ slug: parent, subcategories = [] }) =>
        subcategories.map(({ slug, name, description, commonName = null }, position) => ({
          parentId: topIds.get(parent),
          slug,
          name,
          description,
          commonName,
          position,
        })),
      ),
    )
    .returning({ id: table.category.id, slug: table.category.slug, parentId: table.category.parentId });
  return new Map<string, CategoryIds>([
    ...tops.map(({ slug, id }) => [slug, { categoryId: id, subcategoryId: null }] as const),
    ...subs.map(({ slug, id, parentId }) => [slug, { categoryId: parentId ?? id, subcategoryId: id }] as const),
  ]);
}

async function insertProducts(
  trx: DatabaseOrTransaction,
  categories: Map<string, CategoryIds>,
  pictures: Map<string, Picture>,
): Promise<void> {
  const products = demoProducts.map((demo) => {
    const place = categories.get(demo.category);
    if (!place) throw new Error(`demo product ${demo.slug} has the unknown category ${demo.category}`);
    return { ...toProduct(demo), ...place, images: productPictures(demo.slug, pictures) };
  });
  await addProducts(trx, products, "First delivery");
}

function toProduct(demo: DemoProduct): Omit<NewProduct, "categoryId"> {
  const { sku, priceRupees, originalPriceRupees, stock, netQuantity, hsn, gstPercent, ...others } = demo;
  const { bestseller, notes, origin, launchedOn, category: _, ...same } = others;
  const first = { sku, priceRupees, originalPriceRupees, stock, netQuantity, weightGrams: null, onSale: true };
  const toVariant = (size: DemoSize) => ({ ...variantOf(size), hsn, gstPercent });
  return {
    ...same,
    isBestseller: bestseller,
    // Cetearyl Alcohol and the like are fats, which may fly.
    isAlcoholFree: !demo.ingredients.includes("Alcohol Denat."),
    topNotes: notes.top,
    heartNotes: notes.heart,
    baseNotes: notes.base,
    originPlace: origin?.place ?? null,
    originPlant: origin?.plant ?? null,
    originStory: origin?.story ?? "",
    createdAt: morningOf(launchedOn),
    variants: [toVariant(first), ...furtherSizes(demo).map(toVariant)],
  };
}

function variantOf({ netQuantity: { value, unit }, priceRupees, originalPriceRupees, ...others }: DemoSize) {
  return {
    label: `${value} ${unit}`,
    netQuantity: value,
    netQuantityUnit: unit,
    pricePaise: toPaise(priceRupees),
    originalPricePaise: originalPriceRupees === null ? null : toPaise(originalPriceRupees),
    ...others,
  };
}

/** Returns `catalogue/<slug>-1.webp`, `-2`, `-3`, as many as exist. */
function productPictures(slug: string, pictures: Map<string, Picture>): Picture[] {
  return [1, 2, 3].flatMap((number) => pictures.get(`catalogue/${slug}-${number}.webp`) ?? []);
}

/** Creates a customer for each author, registered at the first review. */
async function insertReviews(trx: DatabaseOrTransaction): Promise<void> {
  const products = await trx.select({ id: table.product.id, slug: table.product.slug }).from(table.product);
  const productIds = new Map(products.map(({ slug, id }) => [slug, id]));

  const since = new Map<string, Date>();
  for (const { author, writtenAt } of demoReviews) {
    const written = new Date(writtenAt);
    const known = since.get(author);
    if (!known || written < known) since.set(author, written);
  }
  const customers = await trx
    .insert(table.customer)
    .values([...since].map(([name, createdAt], index) => ({ name, createdAt, email: emailOf(name, index + 1) })))
    .returning({ id: table.customer.id, name: table.customer.name });
  const customerIds = new Map(customers.map(({ name, id }) => [name, id]));

  await trx.insert(table.review).values(
    demoReviews.map(({ product, author, rating, title, text, verifiedBuyer, writtenAt }) => ({
      productId: idOf(productIds, product),
      customerId: idOf(customerIds, author),
      rating,
      title,
      text,
      verifiedBuyer,
      createdAt: new Date(writtenAt),
    })),
  );
}

async function insertContent(trx: DatabaseOrTransaction, find: FindPicture): Promise<void> {
  const placed = <T extends { image: string }>(entries: T[]) =>
    entries.map((entry, position) => ({ ...entry, image: find(entry.image), position }));
  await trx.insert(table.banner).values(placed(demoBanners));
  await trx.insert(table.testimonial).values(placed(demoTestimonials));
  await trx.insert(table.brandImage).values(placed(demoBrandImages));
  await trx.insert(table.faq).values(demoFaqs.map((faq, position) => ({ ...faq, position })));
  await trx.insert(table.contentPage).values(
    demoPages.map(({ slug, title, summary, sections, updatedOn }) => {
      const file = PAGE_PICTURES[slug];
      return {
        slug,
        title,
        summary,
        sections: sections.map(({ points = [], pictures = [], ...section }) => ({
          ...section,
          points,
          pictures: pictures.map(({ after, file: placed, ...cut }) => ({
            after,
            picture: { ...find(placed), ...cut },
          })),
        })),
        image: file === undefined ? null : find(file),
        updatedAt: morningOf(updatedOn),
      };
    }),
  );
}

/** Returns nine in the morning in India. */
function morningOf(day: string): Date {
  return new Date(`${day}T09:00:00+05:30`);
}

/** Derives an email; the number distinguishes customers of the same name. */
function emailOf(name: string, number: number): string {
  const words =
    name
      .normalize("NFKD")
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  return `${[...words, number].join(".")}@customers.kewra.example`;
}

function idOf(ids: Map<string, number>, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`the demo reviews name "${name}", which is not there`);
  return id;
}
