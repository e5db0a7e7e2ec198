import { category, product } from "../../server/database/schema.ts";
import { paise } from "../../server/money.ts";
import { adjustStock, receiveStock } from "../../server/stock/stock.ts";
import type { TestShop } from "./shop.ts";

type NewProduct = typeof product.$inferInsert;
/** Prices are plain numbers, for readable tests. */
export type ProductValues = Partial<Omit<NewProduct, "pricePaise" | "originalPricePaise">> &
  Pick<NewProduct, "slug" | "categoryId"> & { pricePaise?: number; originalPricePaise?: number | null };

/** Inserts a category and returns its id. */
export async function makeCategory(
  { db }: Pick<TestShop, "db">,
  values: { slug: string; name: string; parentId?: number },
): Promise<number> {
  const [made] = await db.insert(category).values(values).returning({ id: category.id });
  if (!made) throw new Error("the category was not stored");
  return made.id;
}

/** Inserts a product with plain defaults and returns its id. */
export async function makeProduct(
  { db }: Pick<TestShop, "db">,
  { pricePaise = 50_000, originalPricePaise = null, stock = 10, ...values }: ProductValues,
): Promise<number> {
  const [made] = await db
    .insert(product)
    .values({
      sku: `SKU-${values.slug}`,
      title: "Plain Thing",
      subTitle: "",
      description: "",
      pricePaise: paise(pricePaise),
      originalPricePaise: originalPricePaise === null ? null : paise(originalPricePaise),
      netQuantity: 50,
      netQuantityUnit: "ml",
      ingredients: "",
      countryOfOrigin: "India",
      shelfLifeMonths: 24,
      hsn: "33030090",
      gstPercent: 18,
      ...values,
    })
    .returning({ id: product.id });
  if (!made) throw new Error("the product was not stored");
  await receiveStock(db, [{ productId: made.id, quantity: stock }]);
  return made.id;
}

/** Changes how many units of a product are available. */
export async function setStock(
  { db }: Pick<TestShop, "db">,
  productId: number | string,
  quantity: number,
): Promise<void> {
  await db.transaction((trx) => adjustStock(trx, [{ productId: Number(productId), quantity }], "Test"));
}
