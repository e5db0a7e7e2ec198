import { eq } from "drizzle-orm";
import { hashPassword } from "../server/accounts/passwords.ts";
import { hashToken } from "../server/accounts/secrets.ts";
import type { Database } from "../server/database/database.ts";
import { customer, session } from "../server/database/schema.ts";

/** The customer of the benchmark: logs in with this, and is logged in with this token for as long as the benchmark runs. */
export const LOGIN = { email: "shopper@bench.example", password: "sandalwood" };
export const SESSION_TOKEN = "a session of the benchmark, which is no secret".replaceAll(/\W/g, "-");

/** Puts the customer into the database, unless they are there, with a session that was used just now. */
export async function fillPeople(db: Database): Promise<void> {
  await db
    .insert(customer)
    .values({ email: LOGIN.email, name: "Bench Shopper", passwordHash: await hashPassword(LOGIN.password) })
    .onConflictDoNothing();
  const [shopper] = await db.select({ id: customer.id }).from(customer).where(eq(customer.email, LOGIN.email));
  if (!shopper) throw new Error("the customer of the benchmark was not inserted");
  // Whatever an earlier run logged in.
  await db.delete(session).where(eq(session.customerId, shopper.id));
  const now = new Date();
  await db.insert(session).values({
    customerId: shopper.id,
    tokenHash: hashToken(SESSION_TOKEN),
    userAgent: "bench",
    createdAt: now,
    lastUsedAt: now,
  });
}
