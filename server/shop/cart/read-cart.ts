import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Cart, CartContents, CartItem } from "../../../contract/cart/schemas.ts";
import type { Picture } from "../../../contract/pictures.ts";
import { totalPagesOf } from "../../../contract/responses.ts";
import { type Paise, paise, toRupees } from "../../base/money.ts";
import type { DatabaseOrTransaction, ReadDatabase } from "../../platform/database/database.ts";
import { prepareForTransactions } from "../../platform/database/prepared.ts";
import { cartItem, customerOrder, product, variant } from "../../platform/database/schema.ts";
import type { OfferInput } from "../../selling/offers/apply-offers.ts";
import { totalProblem } from "../../selling/pricing/order-total.ts";
import { LONGEST_HOLD } from "../../selling/stock/longest-hold.ts";
import { stockFor } from "../../selling/stock/stock.ts";
import { currentGstPercent } from "../../selling/variants/gst-rate.ts";
import { isPurchasable } from "../../selling/variants/published.ts";
import { variantPicture } from "../../selling/variants/variant-picture.ts";
import { availableUnits, type Item, isPayable, noticesOf } from "./availability.ts";
import { priceWithOffers, toOffers, toSamples } from "./cart-offers.ts";

export interface CartRow extends Item {
  productId: number;
  variantId: number;
  /** Whether it is the first size of its product. */
  isFirst: boolean;
  slug: string;
  title: string;
  /** Empty if the product is no longer sold. */
  subTitle: string;
  /** The label of its size. */
  label: string;
  image: Picture | null;
  /** The ids of its category and subcategory; empty if it is no longer sold. */
  categoryIds: number[];
  /** Whether the customer has an unpaid order, whose units count as stock. */
  hasPendingOrder: boolean;
  /** Whether the customer has placed an order within the last day that is not paid or was cancelled. */
  hasUnpaidOrders: boolean;
  variant:
    | (NonNullable<Item["variant"]> & { sku: string; hsn: string; weightGrams: number | null; isAlcoholFree: boolean })
    | null;
}

/** Whether an item of the cart is the first size of its product. */
const isFirst = sql<boolean>`exists (
  select from ${product} where ${product.id} = ${cartItem.productId} and ${product.firstVariantId} = ${cartItem.variantId}
)`;

const hasPendingOrder = sql<boolean>`exists (
  select from ${customerOrder} where ${customerOrder.customerId} = ${cartItem.customerId} and ${customerOrder.state} = 'pending'
)`;

const hasUnpaidOrders = sql<boolean>`exists (
  select from ${customerOrder} where ${customerOrder.customerId} = ${cartItem.customerId}
    and ${customerOrder.createdAt} > now() - ${LONGEST_HOLD} and ${customerOrder.state} in ('pending', 'expired', 'cancelled')
)`;

/** Returns the size's id; the first size has none here, as in requests. */
const sizeOf = (row: Pick<CartRow, "variantId" | "isFirst">) =>
  row.isFirst ? {} : { variant_id: String(row.variantId) };

const inOrderAdded = [asc(cartItem.addedAt), asc(cartItem.variantId)];

/** Reads a customer's items. */
export async function readCartRows(db: DatabaseOrTransaction, customerId: number): Promise<CartRow[]> {
  return (await cartRows(db).execute({ customerId })).map(toCartRow);
}

/** The columns of a product as the shop sells it now. */
export const currentProduct = {
  slug: product.slug,
  title: product.title,
  subTitle: product.subTitle,
  image: variantPicture,
  categoryId: product.categoryId,
  subcategoryId: product.subcategoryId,
};

/** The columns of a size as the shop sells it now. @param customerId whose unpaid order counts as stock */
export const currentVariant = (customerId: SQL | typeof cartItem.customerId) => ({
  label: variant.label,
  pricePaise: variant.pricePaise,
  originalPricePaise: variant.originalPricePaise,
  stock: stockFor(customerId),
  sku: variant.sku,
  hsn: variant.hsn,
  weightGrams: variant.weightGrams,
  gstPercent: currentGstPercent,
  // As a column of another table it would let a size that is not sold be an object of nulls.
  isAlcoholFree: sql<boolean>`${product.isAlcoholFree}`,
});

const cartRows = prepareForTransactions("cart", (db) =>
  db
    .select({
      productId: cartItem.productId,
      variantId: cartItem.variantId,
      isFirst,
      quantity: cartItem.quantity,
      agreedPricePaise: cartItem.agreedPricePaise,
      addedTitle: cartItem.title,
      addedLabel: cartItem.label,
      addedImage: cartItem.image,
      hasPendingOrder,
      hasUnpaidOrders,
      current: currentProduct,
      currentVariant: currentVariant(cartItem.customerId),
    })
    .from(cartItem)
    .leftJoin(variant, and(eq(variant.id, cartItem.variantId), isPurchasable))
    .leftJoin(product, eq(product.id, variant.productId))
    .where(eq(cartItem.customerId, sql.placeholder("customerId")))
    .orderBy(...inOrderAdded),
);

function toCartRow({
  current,
  currentVariant: sold,
  addedTitle,
  addedLabel,
  addedImage,
  ...row
}: Awaited<ReturnType<ReturnType<typeof cartRows>["execute"]>>[number]): CartRow {
  return {
    ...row,
    slug: current?.slug ?? "",
    title: current?.title ?? addedTitle,
    subTitle: current?.subTitle ?? "",
    label: sold?.label ?? addedLabel,
    image: current ? current.image : addedImage,
    categoryIds: [current?.categoryId, current?.subcategoryId].filter((id) => typeof id === "number"),
    variant: sold,
  };
}

export async function readContents(db: ContentsSource, customerId: number): Promise<CartContents> {
  return contentsOf(await contentRows(db).execute({ customerId }));
}

type ContentsSource = Pick<ReadDatabase, "_" | "select">;

const contentRows = prepareForTransactions("cart contents", (db: ContentsSource) =>
  db
    .select({ productId: cartItem.productId, variantId: cartItem.variantId, isFirst, quantity: cartItem.quantity })
    .from(cartItem)
    .where(eq(cartItem.customerId, sql.placeholder("customerId")))
    .orderBy(...inOrderAdded),
);

interface CartPage {
  page: number;
  perPage: number;
  /** Whether to omit the items. */
  forCount: boolean;
  /** The owner's maximum units of one product per order. */
  maxUnits: number;
  /** The owner's maximum of an order. */
  maxPaise: Paise;
}

/** Maps to the response of `GET cart`. Ids and amounts are those of the whole cart, items those of the page. */
export function toCart(
  rows: readonly CartRow[],
  offers: OfferInput,
  { page, perPage, forCount, maxUnits, maxPaise }: CartPage,
): Omit<Cart, "success" | "statusCode"> {
  const { totalPaise, discountPaise, decision } = priceWithOffers(rows, offers);
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
    ...toOffers(decision),
    samples: forCount ? null : toSamples(decision.samples),
    payable: isPayable(rows, maxUnits),
    totalProblem: totalProblem(totalPaise, maxPaise),
  };
}

function contentsOf(rows: readonly Pick<CartRow, "productId" | "variantId" | "isFirst" | "quantity">[]): CartContents {
  return {
    productIds: [...new Set(rows.map(({ productId }) => String(productId)))],
    count: rows.length,
    quantities: rows.map(({ quantity, ...row }) => ({
      product_id: String(row.productId),
      ...sizeOf(row),
      quantity,
    })),
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
  const originalPricePaise = row.variant?.originalPricePaise;
  return {
    _id: String(row.productId),
    slug: row.slug,
    title: row.title,
    sub_title: row.subTitle,
    ...sizeOf(row),
    size: row.label,
    price: toRupees(priceOf(row)),
    ...(originalPricePaise && { originalPrice: toRupees(originalPricePaise) }),
    images: row.image ? [row.image] : [],
    availability: row.variant && row.variant.stock > 0 ? "in_stock" : "out_of_stock",
  };
}

/** Returns the current price; for a product that is no longer sold, its agreed price. */
const priceOf = ({ variant: current, agreedPricePaise }: CartRow) => current?.pricePaise ?? agreedPricePaise;
