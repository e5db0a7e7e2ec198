/** Changes of a cart. Each function returns the cart's contents afterwards. */

import { and, count, eq, sql } from "drizzle-orm";
import type { CartContents } from "../../../contract/cart/schemas.ts";
import { MAX_CART_ITEMS } from "../../../contract/limits.ts";
import { ApiError } from "../../base/errors.ts";
import type { Paise } from "../../base/money.ts";
import { mustClaim } from "../../platform/database/claims.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { lockCustomer } from "../../platform/database/lock-customer.ts";
import { prepareRows } from "../../platform/database/prepared.ts";
import { cartItem, product, variant } from "../../platform/database/schema.ts";
import { stockFor } from "../../selling/stock/stock.ts";
import { isPublished } from "../../selling/variants/published.ts";
import { variantPicture } from "../../selling/variants/variant-picture.ts";
import { quantityProblem } from "./quantity-limit.ts";
import { readContents } from "./read-cart.ts";

/** A variant of a product; without `variantId`, the first one. */
interface RequestedVariant {
  productId: number;
  variantId?: number | undefined;
}

interface RequestedItem extends RequestedVariant {
  quantity: number;
  /** The owner's maximum units of one product per order. */
  maxUnits: number;
}

const own = (customerId: number, variantId: number | typeof variant.id) =>
  and(eq(cartItem.customerId, customerId), eq(cartItem.variantId, variantId));

/**
 * Maximum number of other items in a cart to which an item is added without the customer's lock: too few for concurrent requests to exceed
 * `MAX_CART_ITEMS`.
 */
const MAX_UNLOCKED_ITEMS = MAX_CART_ITEMS / 2;

/**
 * Adds units of a variant. A variant that is already in the cart keeps its agreed price.
 * @throws ApiError (404) for a variant that is not sold, (422) for too many units or a full cart
 */
export async function addToCart(db: Database, customerId: number, item: RequestedItem): Promise<CartContents> {
  // One statement is faster, but makes no claim.
  if (!mustClaim() && (await addIfPossible(db, customerId, item, MAX_UNLOCKED_ITEMS)))
    return readContents(db, customerId);
  return changeCart(db, customerId, (trx) => addToLockedCart(trx, customerId, item));
}

/**
 * Adds units of several variants, as far as possible.
 * @param problemOf describes an item that cannot be added, from its error
 */
export async function addAllToCart<Item extends RequestedItem, Problem>(
  db: Database,
  customerId: number,
  items: readonly Item[],
  problemOf: (item: Item, error: ApiError) => Problem,
): Promise<{ contents: CartContents; problems: Problem[] }> {
  const problems: Problem[] = [];
  const contents = await changeCart(db, customerId, async (trx) => {
    problems.length = 0;
    for (const item of items) {
      try {
        await addToLockedCart(trx, customerId, item);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        problems.push(problemOf(item, error));
      }
    }
  });
  return { contents, problems };
}

async function addToLockedCart(trx: DatabaseOrTransaction, customerId: number, item: RequestedItem): Promise<void> {
  if (await addIfPossible(trx, customerId, item, MAX_CART_ITEMS)) return;
  const { inCart, ...available } = await findVariant(trx, customerId, item);
  checkQuantity({ ...available, requested: inCart + item.quantity, inCart, maxUnits: item.maxUnits });
  if (inCart === 0) await checkCartSize(trx, customerId);
  throw new ApiError("conflict", "Your cart has just changed. Please try again.");
}

/**
 * Adds units in one statement, which concurrent requests may run for the same cart.
 * @returns false, with nothing changed, unless the variant is sold, enough units are available, and the cart has fewer than `maxItems`
 * others
 */
async function addIfPossible(
  db: DatabaseOrTransaction,
  customerId: number,
  { variantId, ...item }: RequestedItem,
  maxItems: number,
): Promise<boolean> {
  // More than an integer holds is more than the shop has.
  const quantity = Math.min(item.quantity, MAX_INTEGER);
  return (await addition(db, { customerId, ...item, quantity, variantId: variantId ?? null, maxItems })).length > 0;
}

const MAX_INTEGER = 2 ** 31 - 1;

const given = {
  customerId: sql`${sql.placeholder("customerId")}::bigint`,
  productId: sql`${sql.placeholder("productId")}::bigint`,
  variantId: sql`${sql.placeholder("variantId")}::bigint`,
  quantity: sql`${sql.placeholder("quantity")}::int`,
  maxUnits: sql`${sql.placeholder("maxUnits")}::int`,
  maxItems: sql`${sql.placeholder("maxItems")}::int`,
};

const addition = prepareRows(
  "add to cart",
  {},
  sql`with wanted as (
      select ${product.id} as product_id, ${variant.id} as variant_id, ${variant.pricePaise} as price_paise, ${product.title} as title,
        ${variant.label} as label, ${variantPicture} as image, least(${given.maxUnits}, ${stockFor(given.customerId)}) as available
      from ${product} join ${variant} on ${variant.productId} = ${product.id} and ${variant.onSale}
        and ${variant.id} = coalesce(${given.variantId}, ${product.firstVariantId})
      where ${product.id} = ${given.productId} and ${isPublished}
    )
    insert into cart_item (customer_id, product_id, variant_id, quantity, agreed_price_paise, title, label, image)
    select ${given.customerId}, product_id, variant_id, ${given.quantity}, price_paise, title, label, image from wanted
    where available >= ${given.quantity} and ${given.maxItems} > (
      select count(*) from cart_item where customer_id = ${given.customerId} and variant_id <> wanted.variant_id)
    on conflict (customer_id, variant_id) do update set quantity = cart_item.quantity + excluded.quantity
    where cart_item.quantity + excluded.quantity <= (select available from wanted)
    returning 1`,
);

/** @throws ApiError (404) for a variant that is not sold or not in the cart, (422) for too many units */
export async function changeQuantity(
  db: Database,
  customerId: number,
  { quantity, maxUnits, ...requested }: RequestedItem,
): Promise<CartContents> {
  return changeCart(db, customerId, async (trx) => {
    const { inCart, variantId, ...available } = await findVariant(trx, customerId, requested);
    if (inCart === 0) throw notInCart();
    checkQuantity({ ...available, requested: quantity, inCart: 0, maxUnits });
    await trx.update(cartItem).set({ quantity }).where(own(customerId, variantId));
  });
}

/**
 * Removes a variant. Of a deleted product without `variantId`, removes all of them.
 * @throws ApiError (404) for a variant that is not in the cart
 */
export async function removeFromCart(
  db: Database,
  customerId: number,
  { productId, variantId }: RequestedVariant,
): Promise<CartContents> {
  return changeCart(db, customerId, async (trx) => {
    const first = sql`(select ${product.firstVariantId} from ${product} where ${product.id} = ${productId})`;
    const removed = await trx
      .delete(cartItem)
      .where(
        and(
          eq(cartItem.customerId, customerId),
          eq(cartItem.productId, productId),
          eq(cartItem.variantId, variantId ?? sql`coalesce(${first}, ${cartItem.variantId})`),
        ),
      )
      .returning({ variantId: cartItem.variantId });
    if (removed.length === 0) throw notInCart();
  });
}

/**
 * Accepts the current price of a variant.
 * @param requested.pricePaise the price that the customer saw
 * @throws ApiError (404) for a variant that is not sold or not in the cart, (409) if the price has changed since
 */
export async function acceptPrice(
  db: Database,
  customerId: number,
  { pricePaise, ...requested }: RequestedVariant & { pricePaise: Paise },
): Promise<CartContents> {
  return changeCart(db, customerId, async (trx) => {
    const { inCart, variantId, agreedPricePaise } = await findVariant(trx, customerId, requested);
    if (inCart === 0) throw notInCart();
    if (agreedPricePaise !== pricePaise)
      throw ApiError.ofField(
        "price",
        "The price has just changed again. Please check it before you continue.",
        "price_changed",
      );
    await trx.update(cartItem).set({ agreedPricePaise }).where(own(customerId, variantId));
  });
}

function changeCart(
  db: Database,
  customerId: number,
  change: (trx: DatabaseOrTransaction) => Promise<void>,
): Promise<CartContents> {
  return db.transaction(async (trx) => {
    await lockCustomer(trx, customerId);
    await change(trx);
    return readContents(trx, customerId);
  });
}

/**
 * Finds a variant with the fields of a cart item, and how many units of it are in the cart.
 * @throws ApiError (404) for a variant that is not sold
 */
async function findVariant(trx: DatabaseOrTransaction, customerId: number, { productId, variantId }: RequestedVariant) {
  const wanted = variantId ?? product.firstVariantId;
  const [found] = await trx
    .select({
      variantId: variant.id,
      agreedPricePaise: variant.pricePaise,
      stock: stockFor(customerId),
      isProductInStock: product.inStock,
      title: product.title,
      label: variant.label,
      image: variantPicture,
      inCart: cartItem.quantity,
    })
    .from(product)
    .innerJoin(variant, and(eq(variant.id, wanted), eq(variant.productId, product.id), variant.onSale))
    .leftJoin(cartItem, own(customerId, variant.id))
    .where(and(eq(product.id, productId), isPublished));
  if (found) return { ...found, inCart: found.inCart ?? 0 };
  throw variantId === undefined
    ? ApiError.ofField("product_id", "This product is no longer available.", "not_found")
    : ApiError.ofField("variant_id", "This size is no longer available.", "not_found");
}

async function checkCartSize(trx: DatabaseOrTransaction, customerId: number): Promise<void> {
  const [inCart] = await trx.select({ items: count() }).from(cartItem).where(eq(cartItem.customerId, customerId));
  if ((inCart?.items ?? 0) < MAX_CART_ITEMS) return;
  throw ApiError.ofField(
    "product_id",
    `Your cart can hold up to ${MAX_CART_ITEMS} different products. Please remove one to add another.`,
    "cart_full",
  );
}

function checkQuantity(requested: Parameters<typeof quantityProblem>[0]): void {
  const message = quantityProblem(requested);
  if (message) throw ApiError.ofField("quantity", message, requested.stock === 0 ? "out_of_stock" : "quantity_limit");
}

const notInCart = () => ApiError.ofField("product_id", "This product is not in your cart.", "not_found");
