import { createHmac } from "node:crypto";
import { and, desc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { customer, knownNetwork } from "../database/schema.ts";
import { type Networks, networkOf } from "../rate-limits/ip-limits.ts";
import type { RequestContext } from "../request-context.ts";

/**
 * Networks that a customer has logged in from lately. Guesses from elsewhere count against a limit of their own, so that a stranger cannot
 * lock the owner out.
 */

/** The networks that are remembered of one customer. */
const MAX_NETWORKS = 20;
// Written into the statements as it is, so that the database's clock decides alike on every instance.
const recent = gt(knownNetwork.seenAt, sql`now() - interval '90 days'`);

/** What is kept of a network, for one email: without the key nobody reads from it where somebody was. */
export function hashNetwork({ codeSecret, ip }: Pick<RequestContext, "codeSecret" | "ip">, email: string): string {
  return createHmac("sha256", codeSecret)
    .update(JSON.stringify(["network", email, networkOf(ip)]))
    .digest("base64url");
}

/** Whether the account with this email was logged in from this network in the last 90 days; `unknown` where there is no account. */
export async function kindOfNetwork(db: Database, email: string, context: RequestContext): Promise<Networks> {
  const [known] = await db
    .select({ customerId: knownNetwork.customerId })
    .from(knownNetwork)
    .innerJoin(customer, eq(customer.id, knownNetwork.customerId))
    .where(and(eq(customer.email, email), eq(knownNetwork.networkHash, hashNetwork(context, email)), recent));
  return known ? "known" : "unknown";
}

/** Remembers the network of a log-in. Of too many the one that was not seen for longest is forgotten. */
export async function rememberNetwork(
  trx: DatabaseOrTransaction,
  { id, email }: { id: number; email: string },
  context: RequestContext,
): Promise<void> {
  const row = { customerId: id, networkHash: hashNetwork(context, email), seenAt: context.now };
  await trx
    .insert(knownNetwork)
    .values(row)
    .onConflictDoUpdate({ target: [knownNetwork.customerId, knownNetwork.networkHash], set: { seenAt: context.now } });
  const beyond = trx
    .select({ networkHash: knownNetwork.networkHash })
    .from(knownNetwork)
    .where(eq(knownNetwork.customerId, id))
    .orderBy(desc(knownNetwork.seenAt), desc(knownNetwork.networkHash))
    .offset(MAX_NETWORKS);
  await trx.delete(knownNetwork).where(and(eq(knownNetwork.customerId, id), inArray(knownNetwork.networkHash, beyond)));
}
