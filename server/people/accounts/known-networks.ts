/**
 * Networks that a customer has logged in from recently. Attempts from other networks have a separate limit, so that a stranger cannot lock
 * the customer out.
 */

import { createHmac } from "node:crypto";
import { and, desc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customer, knownNetwork } from "../../platform/database/schema.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { type Networks, networkOf } from "../../platform/rate-limits/account-limits.ts";

/** Maximum number of networks stored for one customer. */
const MAX_NETWORKS = 20;
// In SQL, so that the database's clock decides for every instance.
const recent = gt(knownNetwork.seenAt, sql`now() - interval '90 days'`);

/** Hashes a network with a key and the email, so that the stored hash reveals no location. */
export function hashNetwork({ codeSecret, ip }: Pick<RequestContext, "codeSecret" | "ip">, email: string): string {
  return createHmac("sha256", codeSecret)
    .update(JSON.stringify(["network", email, networkOf(ip)]))
    .digest("base64url");
}

/** Whether the account with this email was used from this network in the last 90 days; `unknown` without an account. */
export async function kindOfNetwork(db: Database, email: string, context: RequestContext): Promise<Networks> {
  const [known] = await db
    .select({ customerId: knownNetwork.customerId })
    .from(knownNetwork)
    .innerJoin(customer, eq(customer.id, knownNetwork.customerId))
    .where(and(eq(customer.email, email), eq(knownNetwork.networkHash, hashNetwork(context, email)), recent));
  return known ? "known" : "unknown";
}

/** Stores the network of a login, and deletes the least recently seen beyond the maximum. */
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
  const excess = trx
    .select({ networkHash: knownNetwork.networkHash })
    .from(knownNetwork)
    .where(eq(knownNetwork.customerId, id))
    .orderBy(desc(knownNetwork.seenAt), desc(knownNetwork.networkHash))
    .offset(MAX_NETWORKS);
  await trx.delete(knownNetwork).where(and(eq(knownNetwork.customerId, id), inArray(knownNetwork.networkHash, excess)));
}
