import { eq, inArray, sql } from "drizzle-orm";
import { DEMO_LOGIN } from "../../../contract/demo.ts";
import { OperatorError } from "../../base/errors.ts";
import type { DeploymentSettings } from "../config/config.ts";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { rowsOf } from "../database/rows.ts";
import { dropSandboxTables } from "../database/sandbox-tables.ts";
import { customer, milestone } from "../database/schema.ts";

/**
 * The permanent milestones of a database, rows of the table `milestone`.
 * `demo`: it has the demo's catalogue and people. `sandbox`: it was opened with DEMO=true, where anyone can log in as any customer and pay
 * without money. `cleared`: the people and orders of that time are deleted. `live`: it was opened with DEMO=false. `guide_dismissed`: its
 * first-run guide no longer opens by itself.
 */
export type DatabaseMilestone = "demo" | "sandbox" | "cleared" | "live" | "guide_dismissed";

const CLEAR = "npm run demo:clear -- --keep-catalogue";

/**
 * Checks that a shop may open on this database, and records that it did. Drops the sandbox's tables for a live shop.
 * @throws OperatorError for a demo on a live shop's database, and for a live shop on a database with people or orders of a demo
 */
export async function requireMatchingDatabase(db: Database, { DEMO }: Pick<DeploymentSettings, "DEMO">): Promise<void> {
  if (DEMO) {
    if ((await milestones(db)).has("live"))
      throw new OperatorError(
        "This database is that of a live shop, and DEMO is true: set DEMO=false (in .env, for all commands too), or use another DATABASE_URL or DATA_DIR for a demo.",
      );
    return recordMilestone(db, "sandbox");
  }
  const trace = await findDemoTrace(db);
  if (trace)
    throw new OperatorError(
      `A live shop cannot open on this database: ${trace}. Delete the demo’s people and orders with: ${CLEAR}`,
    );
  await dropSandboxTables(db);
  await recordMilestone(db, "live");
}

/**
 * Protects a database that does not belong to a demo from commands that delete a demo.
 * @throws OperatorError unless the database has only a demo's data, or none
 */
export async function requireDemo(db: Database): Promise<void> {
  const reached = await milestones(db);
  if (reached.has("live"))
    throw new OperatorError(
      "This is the database of a live shop, which no command empties; nothing was deleted. Use another DATABASE_URL or DATA_DIR for a demo.",
    );
  if (["demo", "sandbox", "cleared"].some((name) => reached.has(name))) return;
  if (await has(db, "product", "category", "customer"))
    throw new OperatorError("This database has never been open as a demo (DEMO=true), so nothing was deleted.");
}

/** Finds why a live shop cannot open on the database, as a clause; undefined if it can. */
export async function findDemoTrace(db: Database): Promise<string | undefined> {
  const reached = await milestones(db);
  const demoCustomers = await db.$count(customer, eq(customer.email, DEMO_LOGIN.email));
  if (reached.has("demo") || demoCustomers > 0)
    return "it holds the demo’s customers, whose password everybody knows, and their orders";
  if (reached.has("sandbox"))
    return "it was open as a demo, where anyone could log in as any customer and pay without money";
  if (reached.has("cleared") && !reached.has("live") && (await has(db, "customer", "staff_member")))
    return "it was still open as a demo after the demo’s people were deleted, and somebody has signed up since";
  return undefined;
}

/** Whether a live shop has something to lose: who works in it, who buys, or what it sells. */
export const isInUse = async (db: Database): Promise<boolean> =>
  (await hasMilestone(db, "live")) && (await has(db, "staff_member", "customer", "product"));

/** Records a milestone; does nothing if it is recorded already. */
export async function recordMilestone(db: DatabaseOrTransaction, name: DatabaseMilestone): Promise<void> {
  await db.insert(milestone).values({ name }).onConflictDoNothing();
}

export async function hasMilestone(db: Database, name: DatabaseMilestone): Promise<boolean> {
  return (await db.$count(milestone, eq(milestone.name, name))) > 0;
}

async function milestones(db: Database): Promise<Set<string>> {
  const names: DatabaseMilestone[] = ["demo", "sandbox", "cleared", "live"];
  const rows = await db.select({ name: milestone.name }).from(milestone).where(inArray(milestone.name, names));
  return new Set(rows.map(({ name }) => name));
}

/** Whether any of the tables has a row. */
async function has(db: Database, ...tables: string[]): Promise<boolean> {
  for (const table of tables) {
    if ((await rowsOf(db, {}, sql`select 1 from ${sql.identifier(table)} limit 1`)).length > 0) return true;
  }
  return false;
}
