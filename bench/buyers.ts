import { eq, inArray, sql } from "drizzle-orm";
import { hashToken } from "../server/base/secrets.ts";
import { hashPassword } from "../server/people/accounts/passwords.ts";
import type { Database } from "../server/platform/database/database.ts";
import { cartItem, customer, product, session, stock, variant } from "../server/platform/database/schema.ts";
import { adjustStock } from "../server/selling/stock/stock.ts";

/** The customer who logs in repeatedly. */
export const LOGIN = { email: "visitor@bench.example", password: "sandalwood" };
/** The session of another customer, because repeated logins end the oldest sessions of one. */
export const SESSION_TOKEN = "a session of the benchmark, which is no secret".replaceAll(/\W/g, "-");
const SHOPPER = "shopper@bench.example";
/** The slugs of the products in the shopper's cart. */
const IN_CART = ["product-1", "product-2", "product-3"];

/** The buyers' session tokens. */
export const BUYERS = Array.from({ length: 32 }, (_, n) => ({
  email: `buyer-${n + 1}@bench.example`,
  token: `${SESSION_TOKEN}-${n + 1}`,
}));
/** Products with a stock that never runs out. */
export const PRODUCT_SLUGS = Array.from({ length: 20 }, (_, n) => `product-${n + 1}`);
const AMPLE_STOCK = 100_000_000;

/** Inserts the customers unless they exist, with fresh sessions. */
export async function insertBuyers(db: Database): Promise<void> {
  const passwordHash = await hashPassword(LOGIN.password);
  const emails = [LOGIN.email, SHOPPER, ...BUYERS.map(({ email }) => email)];
  await db
    .insert(customer)
    .values(emails.map((email) => ({ email, name: "Bench Shopper", passwordHash })))
    .onConflictDoNothing();
  const customers = await db
    .select({ id: customer.id, email: customer.email })
    .from(customer)
    .where(inArray(customer.email, emails));
  const customerId = (email: string) => {
    const row = customers.find((candidate) => candidate.email === email);
    if (!row) throw new Error("the customers of the benchmark were not inserted");
    return row.id;
  };
  const ids = customers.map(({ id }) => id);
  // Deletes sessions and carts of an earlier run.
  await db.delete(session).where(inArray(session.customerId, ids));
  await db.delete(cartItem).where(inArray(cartItem.customerId, ids));
  const now = new Date();
  await db.insert(session).values(
    [{ email: SHOPPER, token: SESSION_TOKEN }, ...BUYERS].map(({ email, token }) => ({
      customerId: customerId(email),
      tokenHash: hashToken(token),
      userAgent: "bench",
      createdAt: now,
      lastUsedAt: now,
    })),
  );
  const sold = await db
    .select({ variantId: variant.id, available: sql<number>`coalesce(${stock.onHand} - ${stock.reserved}, 0)` })
    .from(product)
    .innerJoin(variant, eq(variant.productId, product.id))
    .leftJoin(stock, eq(stock.variantId, variant.id))
    .where(inArray(product.slug, PRODUCT_SLUGS));
  const additions = sold
    .filter(({ available }) => available < AMPLE_STOCK / 2)
    .map(({ variantId, available }) => ({ variantId, seen: available, available: AMPLE_STOCK }));
  await db.transaction((trx) => adjustStock(trx, additions, "Benchmark"));
  const products = await db
    .select()
    .from(product)
    .innerJoin(variant, eq(variant.id, product.firstVariantId))
    .where(inArray(product.slug, IN_CART));
  await db.insert(cartItem).values(
    products.map(({ product: { id, title }, variant: { id: variantId, label, pricePaise } }) => ({
      customerId: customerId(SHOPPER),
      productId: id,
      variantId,
      quantity: 2,
      agreedPricePaise: pricePaise,
      title,
      label,
    })),
  );
}
