import { inArray } from "drizzle-orm";
import { hashPassword } from "../server/accounts/passwords.ts";
import { hashToken } from "../server/accounts/secrets.ts";
import type { Database } from "../server/database/database.ts";
import { customer, session } from "../server/database/schema.ts";

/** The customer who logs in, over and over. */
export const LOGIN = { email: "visitor@bench.example", password: "sandalwood" };
/** With this another one, whose devices all those log-ins do not crowd out, is logged in for as long as the benchmark runs. */
export const SESSION_TOKEN = "a session of the benchmark, which is no secret".replaceAll(/\W/g, "-");
const SHOPPER = "shopper@bench.example";

/** Puts the customers into the database, unless they are there, one of them with a session that was used just now. */
export async function fillPeople(db: Database): Promise<void> {
  const passwordHash = await hashPassword(LOGIN.password);
  await db
    .insert(customer)
    .values([LOGIN.email, SHOPPER].map((email) => ({ email, name: "Bench Shopper", passwordHash })))
    .onConflictDoNothing();
  const people = await db
    .select({ id: customer.id, email: customer.email })
    .from(customer)
    .where(inArray(customer.email, [LOGIN.email, SHOPPER]));
  const shopper = people.find(({ email }) => email === SHOPPER);
  if (!shopper) throw new Error("the customers of the benchmark were not inserted");
  // Whatever an earlier run logged in.
  await db.delete(session).where(
    inArray(
      session.customerId,
      people.map(({ id }) => id),
    ),
  );
  const now = new Date();
  await db.insert(session).values({
    customerId: shopper.id,
    tokenHash: hashToken(SESSION_TOKEN),
    userAgent: "bench",
    createdAt: now,
    lastUsedAt: now,
  });
}
