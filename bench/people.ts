import { and, inArray, lt } from "drizzle-orm";
import { hashPassword } from "../server/accounts/passwords.ts";
import type { Database } from "../server/database/database.ts";
import { cartItem, customer, product, session } from "../server/database/schema.ts";
import { hashToken } from "../server/secrets.ts";
import { adjustStock } from "../server/stock/stock.ts";

/** The customer who logs in, over and over. */
export const LOGIN = { email: "visitor@bench.example", password: "sandalwood" };
/** With this another one, whose devices all those log-ins do not crowd out, is logged in for as long as the benchmark runs. */
export const SESSION_TOKEN = "a session of the benchmark, which is no secret".replaceAll(/\W/g, "-");
const SHOPPER = "shopper@bench.example";
/** What the shopper's cart holds, by the products' slugs. */
const IN_CART = ["product-1", "product-2", "product-3"];

/** Those who buy, by the tokens of their sessions. */
export const BUYERS = Array.from({ length: 32 }, (_, n) => ({
  email: `buyer-${n + 1}@bench.example`,
  token: `${SESSION_TOKEN}-${n + 1}`,
}));
/** What they buy, so many that it never runs out. */
export const SOLD = Array.from({ length: 20 }, (_, n) => `product-${n + 1}`);
const PLENTY = 100_000_000;

/** Puts the customers into the database, unless they are there, those who need one with a session that was used just now. */
export async function fillPeople(db: Database): Promise<void> {
  const passwordHash = await hashPassword(LOGIN.password);
  const emails = [LOGIN.email, SHOPPER, ...BUYERS.map(({ email }) => email)];
  await db
    .insert(customer)
    .values(emails.map((email) => ({ email, name: "Bench Shopper", passwordHash })))
    .onConflictDoNothing();
  const people = await db
    .select({ id: customer.id, email: customer.email })
    .from(customer)
    .where(inArray(customer.email, emails));
  const idOf = (email: string) => {
    const found = people.find((one) => one.email === email);
    if (!found) throw new Error("the customers of the benchmark were not inserted");
    return found.id;
  };
  const ids = people.map(({ id }) => id);
  // Whatever an earlier run logged in, or left in a cart.
  await db.delete(session).where(inArray(session.customerId, ids));
  await db.delete(cartItem).where(inArray(cartItem.customerId, ids));
  const now = new Date();
  await db.insert(session).values(
    [{ email: SHOPPER, token: SESSION_TOKEN }, ...BUYERS].map(({ email, token }) => ({
      customerId: idOf(email),
      tokenHash: hashToken(token),
      userAgent: "bench",
      createdAt: now,
      lastUsedAt: now,
    })),
  );
  const scarce = await db
    .select({ productId: product.id })
    .from(product)
    .where(and(inArray(product.slug, SOLD), lt(product.stock, PLENTY / 2)));
  const restocked = scarce.map(({ productId }) => ({ productId, quantity: PLENTY }));
  await db.transaction((trx) => adjustStock(trx, restocked, "Benchmark"));
  const products = await db.select().from(product).where(inArray(product.slug, IN_CART));
  await db.insert(cartItem).values(
    products.map(({ id, title, pricePaise }) => ({
      customerId: idOf(SHOPPER),
      productId: id,
      quantity: 2,
      agreedPricePaise: pricePaise,
      title,
    })),
  );
}
