import { and, count, eq, sql } from "drizzle-orm";
import type { CartContents } from "../../contract/cart/schemas.ts";
import { MAX_CART_ITEMS } from "../../contract/limits.ts";
import type { Picture } from "../../contract/pictures.ts";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { cartItem, customer, product } from "../database/schema.ts";
import { ApiError } from "../errors.ts";
import type { Paise } from "../money.ts";
import { stockFor } from "../stock/sellable-products.ts";
import { quantityProblem } from "./quantity-limit.ts";
import { readContents } from "./read-cart.ts";

/** What a customer does with the cart. Each answers what is in it afterwards. */

interface RequestedItem {
  productId: number;
  quantity: number;
  /** The owner's maximum for an order. */
  maxUnits: number;
}

const own = (customerId: number, productId: number) =>
  and(eq(cartItem.customerId, customerId), eq(cartItem.productId, productId));

/**
 * Puts pieces of a product into the cart, beside those that are there already. The price that was agreed to stays the first one.
 * @throws Refusal (404) when it is not sold, (422) when there are not as many, or the cart is full
 */
export async function addToCart(
  db: Database,
  customerId: number,
  { productId, quantity, maxUnits }: RequestedItem,
): Promise<CartContents> {
  return changeCart(db, customerId, async (trx) => {
    const { held, pricePaise, title, image, stock } = await findSold(trx, customerId, productId);
    checkQuantity({ requested: held + quantity, held, stock, maxUnits });
    if (held === 0) await checkCartSize(trx, customerId);
    await trx
      .insert(cartItem)
      .values({ customerId, productId, quantity, agreedPricePaise: pricePaise, title, image })
      .onConflictDoUpdate({
        target: [cartItem.customerId, cartItem.productId],
        set: { quantity: held + quantity },
      });
  });
}

/** @throws Refusal (404) when it is not sold or not in the cart, (422) when there are not as many */
export async function changeQuantity(
  db: Database,
  customerId: number,
  { productId, quantity, maxUnits }: RequestedItem,
): Promise<CartContents> {
  return changeCart(db, customerId, async (trx) => {
    const { held, stock } = await findSold(trx, customerId, productId);
    if (held === 0) throw notInCart();
    checkQuantity({ requested: quantity, held: 0, stock, maxUnits });
    await trx.update(cartItem).set({ quantity }).where(own(customerId, productId));
  });
}

/** @throws Refusal (404) when it is not in the cart */
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
 * Agrees to what a product costs now.
 * @param pricePaise as the customer was shown it
 * @throws Refusal (404) when it is not sold or not in the cart, (409) when it costs something else by now
 */
export async function acceptPrice(
  db: Database,
  customerId: number,
  { productId, pricePaise }: { productId: number; pricePaise: Paise },
): Promise<CartContents> {
  return changeCart(db, customerId, async (trx) => {
    const sold = await findSold(trx, customerId, productId);
    if (sold.held === 0) throw notInCart();
    if (sold.pricePaise !== pricePaise)
      throw ApiError.ofField(
        "price",
        "The price has just changed again. Please check it before you continue.",
        "price_changed",
      );
    await trx.update(cartItem).set({ agreedPricePaise: pricePaise }).where(own(customerId, productId));
  });
}

/** Changes of one cart wait for each other, so that each sees what the one before has left. Ends with the transaction. */
export async function lockCart(trx: DatabaseOrTransaction, customerId: number): Promise<void> {
  await trx.select({ id: customer.id }).from(customer).where(eq(customer.id, customerId)).for("no key update");
}

function changeCart(
  db: Database,
  customerId: number,
  change: (trx: DatabaseOrTransaction) => Promise<void>,
): Promise<CartContents> {
  return db.transaction(async (trx) => {
    await lockCart(trx, customerId);
    await change(trx);
    return readContents(trx, customerId);
  });
}

/**
 * A product, with how many pieces of it are in the cart.
 * @throws Refusal (404) when it is not sold
 */
async function findSold(trx: DatabaseOrTransaction, customerId: number, productId: number) {
  const [found] = await trx
    .select({
      pricePaise: product.pricePaise,
      stock: stockFor(customerId),
      title: product.title,
      image: sql<Picture | null>`${product.images} -> 0`,
      held: cartItem.quantity,
    })
    .from(product)
    .leftJoin(cartItem, own(customerId, productId))
    .where(eq(product.id, productId));
  if (!found) throw ApiError.ofField("product_id", "This product is no longer available.", "not_found");
  return { ...found, held: found.held ?? 0 };
}

async function checkCartSize(trx: DatabaseOrTransaction, customerId: number): Promise<void> {
  const [held] = await trx.select({ items: count() }).from(cartItem).where(eq(cartItem.customerId, customerId));
  if ((held?.items ?? 0) < MAX_CART_ITEMS) return;
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
