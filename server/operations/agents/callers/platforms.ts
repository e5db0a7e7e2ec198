/** The platforms that have called, as the owner sees them. */

import { and, desc, eq, isNotNull, isNull, lt, notExists, sql } from "drizzle-orm";
import type { AgentPlatform, AgentState } from "../../../../contract/admin/agents.ts";
import { ApiError } from "../../../base/errors.ts";
import { paise, toRupees } from "../../../base/money.ts";
import { daysAfter } from "../../../base/time.ts";
import { type Actor, recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Database } from "../../../platform/database/database.ts";
import { rowsOf } from "../../../platform/database/rows.ts";
import { agentPlatform, customerOrder } from "../../../platform/database/schema.ts";
import { isSold } from "../../reports/sales-facts.ts";

/** A platform that calls more often is recorded once in this time. */
const ONCE_IN_MS = 60_000;

/** Reads what the owner has decided about a platform; null if it has never called. */
export async function readPlatform(
  db: Database,
  origin: string,
): Promise<{ state: AgentState; lastSeenAt: Date } | null> {
  const [found] = await db
    .select({ state: agentPlatform.state, lastSeenAt: agentPlatform.lastSeenAt })
    .from(agentPlatform)
    .where(eq(agentPlatform.origin, origin));
  return found ?? null;
}

/** Records that a platform has called, whose profile was found. */
export async function recordPlatform(
  db: Database,
  origin: string,
  { seen, signed, now }: { seen: { lastSeenAt: Date } | null; signed: boolean; now: Date },
): Promise<void> {
  if (seen && now.getTime() - seen.lastSeenAt.getTime() < ONCE_IN_MS) return;
  const signedAt = signed ? now : null;
  await db
    .insert(agentPlatform)
    .values({ origin, firstSeenAt: now, lastSeenAt: now, signedAt })
    .onConflictDoUpdate({
      target: agentPlatform.origin,
      set: { lastSeenAt: now, ...(signed && { signedAt: now }) },
      setWhere: sql`${agentPlatform.lastSeenAt} < excluded.last_seen_at`,
    });
}

const MAX_LISTED = 200;

/** Lists the platforms that have called, the latest first, with what they have brought. */
export async function listPlatforms(db: Database): Promise<{ platforms: AgentPlatform[]; hasMore: boolean }> {
  const found = await db
    .select()
    .from(agentPlatform)
    .orderBy(desc(agentPlatform.lastSeenAt), agentPlatform.origin)
    .limit(MAX_LISTED + 1);
  const sold = await rowsOf(
    db,
    { origin: "string", orders: "number", sales: "number" },
    sql`select agent_origin as origin, count(*)::int as orders, sum(total_paise)::bigint as sales
      from customer_order where agent_origin is not null and ${isSold} group by agent_origin`,
  );
  const failing = await rowsOf(
    db,
    { origin: "string", orders: "number" },
    sql`select agent_origin as origin, count(*)::int as orders
      from agent_order_notice join customer_order on customer_order.id = order_id
      where failing_since < now() - interval '1 hour' group by agent_origin`,
  );
  const unheard = new Map(failing.map(({ origin, orders }) => [origin, orders]));
  const byOrigin = new Map(sold.map((row) => [row.origin, row]));
  return {
    platforms: found.slice(0, MAX_LISTED).map(({ origin, state, firstSeenAt, lastSeenAt, signedAt }) => ({
      origin,
      state,
      firstSeenAt: firstSeenAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      signedAt: signedAt?.toISOString() ?? null,
      orders: byOrigin.get(origin)?.orders ?? 0,
      sales: toRupees(paise(byOrigin.get(origin)?.sales ?? 0)),
      unheard: unheard.get(origin) ?? 0,
    })),
    hasMore: found.length > MAX_LISTED,
  };
}

const DECISIONS = { allowed: "agent.allowed", blocked: "agent.blocked", seen: "agent.undecided" } as const;

/** Stores what the owner decides about a platform. @throws ApiError (404) for one that has never called */
export async function decideOnPlatform(
  db: Database,
  { origin, state }: { origin: string; state: AgentState },
  actor: Actor,
): Promise<void> {
  await db.transaction(async (trx) => {
    const changed = await trx
      .update(agentPlatform)
      .set({ state })
      .where(eq(agentPlatform.origin, origin))
      .returning({ origin: agentPlatform.origin });
    if (changed.length === 0) throw new ApiError("not_found", "No agent of this platform has called yet.");
    await recordAudit(trx, actor, { action: DECISIONS[state], subject: { type: "agent", id: origin } }, new Date());
  });
}

/** Platforms that anybody may have made up are forgotten after this time. */
const FORGET_AFTER_DAYS = 30;

/** Deletes platforms that have neither proved who they are nor brought an order, and on which the owner has not decided. */
export async function forgetOldPlatforms(db: Database, now: Date): Promise<void> {
  const brought = db
    .select({ id: customerOrder.id })
    .from(customerOrder)
    .where(and(isNotNull(customerOrder.agentOrigin), eq(customerOrder.agentOrigin, agentPlatform.origin)));
  await db
    .delete(agentPlatform)
    .where(
      and(
        eq(agentPlatform.state, "seen"),
        isNull(agentPlatform.signedAt),
        lt(agentPlatform.lastSeenAt, daysAfter(now, -FORGET_AFTER_DAYS)),
        notExists(brought),
      ),
    );
}
