import { asc, eq, sql } from "drizzle-orm";
import { paise } from "../../server/base/money.ts";
import { category, stock, variant } from "../../server/platform/database/schema.ts";
import { adjustStock } from "../../server/selling/stock/stock.ts";
import { projectVariants } from "../../server/selling/variants/project-variants.ts";
import { addProducts, type NewProduct, type NewVariant } from "../../server/shop/catalogue/import/add-products.ts";
import type { TestShop } from "./shop.ts";

/** Prices are plain numbers, for readable tests. */
export type SizeValues = Partial<Omit<NewVariant, "pricePaise" | "originalPricePaise">> & {
  pricePaise?: number;
  originalPricePaise?: number | null;
};
/** A product with the values of its first size. */
export type ProductValues = Partial<Omit<NewProduct, "variants">> &
  Pick<NewProduct, "slug" | "categoryId"> &
  SizeValues & { /** Its other sizes. */ sizes?: SizeValues[] };

/** Inserts a category and returns its id. */
export async function makeCategory(
  { db }: Pick<TestShop, "db">,
  values: { slug: string; name: string; parentId?: number; commonName?: string | null },
): Promise<number> {
  const [made] = await db
    .insert(category)
    .values({ commonName: "Attar", ...values })
    .returning({ id: category.id });
  if (!made) throw new Error("the category was not stored");
  return made.id;
}

/** Inserts a product with plain defaults and returns its id. */
export async function makeProduct({ db }: Pick<TestShop, "db">, values: ProductValues): Promise<number> {
  const {
    pricePaise,
    originalPricePaise,
    stock,
    sku,
    label,
    netQuantity,
    netQuantityUnit,
    hsn,
    gstPercent,
    ...others
  } = values;
  const { sizes = [], ...product } = others;
  const first = { pricePaise, originalPricePaise, stock, sku, label, netQuantity, netQuantityUnit, hsn, gstPercent };
  const [id] = await addProducts(db, [
    {
      title: "Plain Thing",
      subTitle: "",
      description: "",
      ingredients: "",
      countryOfOrigin: "India",
      shelfLifeMonths: 24,
      ...product,
      variants: [
        toVariant(values.slug, first),
        ...sizes.map((size, at) => toVariant(`${values.slug}-${at + 2}`, size)),
      ],
    },
  ]);
  if (!id) throw new Error("the product was not stored");
  return id;
}

function toVariant(name: string, { pricePaise, originalPricePaise, ...size }: SizeValues): NewVariant {
  const given = Object.fromEntries(Object.entries(size).filter(([, value]) => value !== undefined));
  return {
    sku: `SKU-${name}`,
    label: "50 ml",
    netQuantity: 50,
    netQuantityUnit: "ml",
    hsn: "33030090",
    gstPercent: 18,
    stock: 10,
    pricePaise: paise(pricePaise ?? 50_000),
    originalPricePaise: originalPricePaise == null ? null : paise(originalPricePaise),
    ...given,
  };
}

/** Returns the ids of a product's sizes, by position. */
export async function variantsOf({ db }: Pick<TestShop, "db">, productId: number | string): Promise<number[]> {
  const found = await db
    .select({ id: variant.id })
    .from(variant)
    .where(eq(variant.productId, Number(productId)))
    .orderBy(asc(variant.position), asc(variant.id));
  return found.map(({ id }) => id);
}

/** Changes how many units of a product's first size are available. */
export async function setStock(
  shop: Pick<TestShop, "db">,
  productId: number | string,
  quantity: number,
): Promise<void> {
  const [variantId = 0] = await variantsOf(shop, productId);
  await setUnits(shop, variantId, quantity);
}

/** Changes how many units of a size are available. */
export async function setUnits(
  { db }: Pick<TestShop, "db">,
  variantId: number,
  available: number,
  reason = "Test",
): Promise<void> {
  await db.transaction(async (trx) => {
    const [row] = await trx
      .select({ seen: sql<number>`${stock.onHand} - ${stock.reserved}` })
      .from(stock)
      .where(eq(stock.variantId, variantId))
      .for("no key update");
    await adjustStock(trx, [{ variantId, seen: row?.seen ?? 0, available }], reason);
  });
}

/** Changes a size like staff, and what its product projects of it. */
export async function changeVariant(
  { db }: Pick<TestShop, "db">,
  variantId: number,
  values: Partial<typeof variant.$inferInsert>,
): Promise<void> {
  await db.transaction(async (trx) => {
    const [changed] = await trx.update(variant).set(values).where(eq(variant.id, variantId)).returning();
    await projectVariants(trx, changed ? [changed.productId] : []);
  });
}

/** Changes the price of a product's first size. */
export async function setPrice(
  shop: Pick<TestShop, "db">,
  productId: number | string,
  pricePaise: number,
): Promise<void> {
  const [variantId = 0] = await variantsOf(shop, productId);
  await changeVariant(shop, variantId, { pricePaise: paise(pricePaise) });
}
