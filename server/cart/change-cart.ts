import { and, count, eq, sql } from "drizzle-orm";
import type { CartContents } from "../../contract/cart/schemas.ts";
import { MAX_CART_ITEMS } from "../../contract/limits.ts";
import type { Picture } from "../../contract/pictures.ts";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { lockCustomer } from "../database/lock-customer.ts";
import { cartItem, product } from "../database/schema.ts";
import { ApiError } from "../errors.ts";
import type { Paise } from "../money.ts";
import { stockFor } from "../stock/stock.ts";
import { quantityProblem } from "./quantity-limit.ts";
import { readContents } from "./read-cart.ts";

/** Changes of a cart. Each function returns what the cart holds afterwards. */

interface RequestedItem {
  productId: number;
  quantity: number;
  /** The owner's maximum of one product per order. */
  maxUnits: number;
}

const own = (customerId: number, productId: number) =>
  and(eq(cartItem.customerId, customerId), eq(cartItem.productId, productId));

/**
 * Adds units of a product. A product that is in the cart already keeps its agreed price.
 * @throws ApiError (404) for a product that is not sold, (422) for too many units or a full cart
 */
export async function addToCart(
  db: Database,
  customerId: number,
  { productId, quantity, maxUnits }: RequestedItem,
): Promise<CartContents> {
  return changeCart(db, customerId, async (trx) => {
    const { inCart, pricePaise, title, image, stock } = await findProductForCart(trx, customerId, productId);
    checkQuantity({ requested: inCart + quantity, inCart, stock, maxUnits });
    if (inCart === 0) await checkCartSize(trx, customerId);
    await trx
      .insert(cartItem)
      .values({ customerId, productId, quantity, agreedPricePaise: pricePaise, title, image })
      .onConflictDoUpdate({
        target: [cartItem.customerId, cartItem.productId],
        set: { quantity: inCart + quantity },
      });
  });
}

/** @throws ApiError (404) for a product that is not sold or not in the cart, (422) for too many units */
export async function changeQuantity(
  db: Database,
  customerId: number,
  { productId, quantity, maxUnits }: RequestedItem,
): Promise<CartContents> {
  return changeCart(db, customerId, async (trx) => {
    const { inCart, stock } = await findProductForCart(trx, customerId, productId);
    if (inCart === 0) throw notInCart();
    checkQuantity({ requested: quantity, inCart: 0, stock, maxUnits });
    await trx.update(cartItem).set({ quantity }).where(own(customerId, productId));
  });
}

/** @throws ApiError (404) for a product that is not in the cart */
export async function removeFromCart(db: Database, customerId: number, productId: number): Promise<CartContents> {
  return changeCart(db, customerId, async (trx) => {
    const removed = await trx
      .delete(cartItem)
      .where(own(customerId, productId))
      .returning({ productId: cartItem.productId });
    if (removed.length === 0) throw notInCart();
  });
}

/**
 * Accepts the current price of a product.
 * @param pricePaise the price that the customer saw
 * @throws ApiError (404) for a product that is not sold or not in the cart, (409) if the price has changed since
 */
export async function acceptPrice(
  db: Database,
  customerId: number,
  { productId, pricePaise }: { productId: number; pricePaise: Paise },
): Promise<CartContents> {
  return changeCart(db, customerId, async (trx) => {
    const sold = await findProductForCart(trx, customerId, productId);
    if (sold.inCart === 0) throw notInCart();
    if (sold.pricePaise !== pricePaise)
      throw ApiError.ofField(
        "price",
        "The price has just changed again. Please check it before you continue.",
        "price_changed",
      );
    await trx.update(cartItem).set({ agreedPricePaise: pricePaise }).where(own(customerId, productId));
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
 * Finds a product and how many units of it are in the cart.
 * @throws ApiError (404) for a product that is not sold
 */
async function findProductForCart(trx: DatabaseOrTransaction, customerId: number, productId: number) {
  const [found] = await trx
    .select({
      pricePaise: product.pricePaise,
      stock: stockFor(customerId),
      title: product.title,
      image: sql<Picture | null>`${product.images} -> 0`,
      inCart: cartItem.quantity,
    })
    .from(product)
    .leftJoin(cartItem, own(customerId, productId))
    .where(eq(product.id, productId));
  if (!found) throw ApiError.ofField("product_id", "This product is no longer available.", "not_found");
  return { ...found, inCart: found.inCart ?? 0 };
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
