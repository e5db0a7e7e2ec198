import { asc, eq, type Placeholder, sql } from "drizzle-orm";
import type { Cart, CartContents, CartItem } from "../../contract/cart/schemas.ts";
import type { Picture } from "../../contract/pictures.ts";
import { totalPagesOf } from "../../contract/responses.ts";
import type { Database, DatabaseOrTransaction, ReadDatabase } from "../database/database.ts";
import { prepareQuery } from "../database/prepared.ts";
import { cartItem, product } from "../database/schema.ts";
import { paise, toRupees } from "../money.ts";
import { stockFor } from "../stock/stock.ts";
import { availableUnits, type Item, isPayable, noticesOf, priceCart } from "./availability.ts";

export interface CartRow extends Item {
  productId: number;
  slug: string;
  title: string;
  image: Picture | null;
  product: (NonNullable<Item["product"]> & { sku: string; hsn: string }) | null;
}

const inOrderAdded = [asc(cartItem.addedAt), asc(cartItem.productId)];

/** Creates a reader of a customer's items, with one prepared statement. */
export function createCartReader(db: Database): (customerId: number) => Promise<CartRow[]> {
  const statement = prepareQuery("cart", cartRows(db, sql.placeholder("customerId")));
  return async (customerId) => (await statement.execute({ customerId })).map(toCartRow);
}

/** Reads the items within a transaction. */
export async function readCartRows(trx: DatabaseOrTransaction, customerId: number): Promise<CartRow[]> {
  return (await cartRows(trx, customerId)).map(toCartRow);
}

function cartRows(db: DatabaseOrTransaction, customerId: number | Placeholder) {
  return db
    .select({
      productId: cartItem.productId,
      quantity: cartItem.quantity,
      agreedPricePaise: cartItem.agreedPricePaise,
      addedTitle: cartItem.title,
      addedImage: cartItem.image,
      currentProduct: {
        slug: product.slug,
        title: product.title,
        image: sql<Picture | null>`${product.images} -> 0`,
        pricePaise: product.pricePaise,
        originalPricePaise: product.originalPricePaise,
        stock: stockFor(cartItem.customerId),
        sku: product.sku,
        hsn: product.hsn,
        gstPercent: product.gstPercent,
      },
    })
    .from(cartItem)
    .leftJoin(product, eq(product.id, cartItem.productId))
    .where(eq(cartItem.customerId, customerId))
    .orderBy(...inOrderAdded);
}

function toCartRow({
  currentProduct,
  addedTitle,
  addedImage,
  ...row
}: Awaited<ReturnType<typeof cartRows>>[number]): CartRow {
  return {
    ...row,
    slug: currentProduct?.slug ?? "",
    title: currentProduct?.title ?? addedTitle,
    image: currentProduct ? currentProduct.image : addedImage,
    product: currentProduct,
  };
}

export async function readContents(db: Pick<ReadDatabase, "select">, customerId: number): Promise<CartContents> {
  const rows = await db
    .select({ productId: cartItem.productId, quantity: cartItem.quantity })
    .from(cartItem)
    .where(eq(cartItem.customerId, customerId))
    .orderBy(...inOrderAdded);
  return contentsOf(rows);
}

interface CartPage {
  page: number;
  perPage: number;
  /** Omits the items. */
  forCount: boolean;
  /** The owner's maximum of one product per order. */
  maxUnits: number;
}

/** Maps to the response of `GET cart`. Ids and amounts are those of the whole cart, items those of the page. */
export function toCart(
  rows: readonly CartRow[],
  { page, perPage, forCount, maxUnits }: CartPage,
): Omit<Cart, "success" | "statusCode"> {
  const { totalPaise, discountPaise } = priceCart(rows);
  const shown = forCount ? [] : rows.slice((page - 1) * perPage, page * perPage);
  return {
    data: shown.map((row) => toItem(row, maxUnits)),
    page,
    perPage,
    totalData: rows.length,
    totalPages: totalPagesOf(rows.length, perPage),
    ...contentsOf(rows),
    totalPrice: toRupees(totalPaise),
    totalDiscount: toRupees(discountPaise),
    payable: isPayable(rows, maxUnits),
  };
}

function contentsOf(rows: readonly { productId: number; quantity: number }[]): CartContents {
  return {
    productIds: rows.map(({ productId }) => String(productId)),
    count: rows.length,
    quantities: rows.map(({ productId, quantity }) => ({ product_id: String(productId), quantity })),
  };
}

function toItem(row: CartRow, maxUnits: number): CartItem {
  return {
    product: toProduct(row),
    quantity: row.quantity,
    total: toRupees(paise(priceOf(row) * row.quantity)),
    agreedPrice: toRupees(row.agreedPricePaise),
    max: availableUnits(row, maxUnits),
    notices: noticesOf(row, maxUnits),
  };
}

export function toProduct(row: CartRow): CartItem["product"] {
  const originalPricePaise = row.product?.originalPricePaise;
  return {
    _id: String(row.productId),
    slug: row.slug,
    title: row.title,
    price: toRupees(priceOf(row)),
    ...(originalPricePaise && { originalPrice: toRupees(originalPricePaise) }),
    images: row.image ? [row.image] : [],
    availability: row.product && row.product.stock > 0 ? "in_stock" : "out_of_stock",
  };
}

/** The current price; of a product that is no longer sold, its agreed price. */
const priceOf = ({ product, agreedPricePaise }: CartRow) => product?.pricePaise ?? agreedPricePaise;
