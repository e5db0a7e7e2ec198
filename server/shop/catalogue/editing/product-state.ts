/** Publishes a product, now or at a time, and hides it. */

import { eq, sql } from "drizzle-orm";
import type { AdminProduct } from "../../../../contract/admin/products.ts";
import type { ProductState } from "../../../../contract/catalogue/schemas.ts";
import { ApiError } from "../../../base/errors.ts";
import { daysAfter } from "../../../base/time.ts";
import { recordAudit, SCHEDULE_ACTOR } from "../../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { product } from "../../../platform/database/schema.ts";
import { addJob } from "../../../platform/jobs/add-job.ts";
import type { Task } from "../../../platform/jobs/tasks.ts";
import { projectVariants } from "../../../selling/variants/project-variants.ts";
import { lockProduct, readAdminProduct } from "./admin-product.ts";
import { type EditDeps, requireComplete, subjectOf } from "./edit-product.ts";
import type { LegalFacts } from "./missing-for-sale.ts";

interface StateChange {
  version: number;
  state: ProductState;
  /** The time, for `scheduled`. */
  publishAt?: string | undefined;
}

/** How many days ahead a product can be scheduled. */
const MAX_DAYS_AHEAD = 731;

/**
 * Changes the state of a product. An unpublished product is shown nowhere in the shop.
 * @throws ApiError (404), (409) if it has changed meanwhile, (422) for what it lacks, or for a time in the past
 */
export function changeProductState(
  deps: Omit<EditDeps, "media">,
  id: number,
  change: StateChange,
): Promise<AdminProduct> {
  return deps.db.transaction((trx) => changeProductStateIn(trx, deps, id, change));
}

/** Changes the state of a product in a transaction that changes more. */
export async function changeProductStateIn(
  trx: DatabaseOrTransaction,
  { facts, actor, now }: Omit<EditDeps, "db" | "media">,
  id: number,
  { version, state, publishAt: given }: StateChange,
): Promise<AdminProduct> {
  const publishAt = state === "scheduled" ? readTime(given, now) : null;
  const row = await lockProduct(trx, id, version);
  if (state === "published" || state === "scheduled") requireComplete(await readAdminProduct(trx, id, facts));
  await setState(trx, id, state, publishAt);
  if (publishAt)
    await addJob(trx, "publish_product", { productId: id }, { key: `publish_product ${id}`, runAt: publishAt });
  const before = { state: row.state, publishAt: row.publishAt };
  await recordAudit(
    trx,
    actor,
    { action: `product.${ACTIONS[state]}`, subject: subjectOf(id), before, after: { state, publishAt } },
    now,
  );
  return readAdminProduct(trx, id, facts);
}

const ACTIONS = {
  draft: "unpublished",
  scheduled: "scheduled",
  published: "published",
  archived: "archived",
} as const satisfies Record<ProductState, string>;

function readTime(given: string | undefined, now: Date): Date {
  const at = given === undefined ? Number.NaN : Date.parse(given);
  if (Number.isNaN(at)) throw ApiError.ofField("publishAt", "Please choose a day and a time.");
  if (at <= now.getTime())
    throw ApiError.ofField("publishAt", "This time is over. Please choose one ahead, or publish now.");
  if (at > daysAfter(now, MAX_DAYS_AHEAD).getTime())
    throw ApiError.ofField("publishAt", "Please choose a time within the next two years.");
  return new Date(at);
}

async function setState(
  trx: DatabaseOrTransaction,
  id: number,
  state: ProductState,
  publishAt: Date | null = null,
): Promise<void> {
  await trx.update(product).set({ state, publishAt, updatedAt: sql`now()` }).where(eq(product.id, id));
  await projectVariants(trx, [id]);
}

/**
 * The task that publishes a scheduled product. If it lacks by then what the law requires, because a setting was cleared, it becomes a draft
 * again, which the audit log records.
 */
export function publishProductTask(db: Database, readFacts: () => Promise<LegalFacts>): Task<{ productId: number }> {
  return {
    concurrency: 2,
    maxAttempts: 20,
    async run({ productId }) {
      const [facts, now] = [await readFacts(), new Date()];
      return db.transaction(async (trx) => {
        const [row] = await trx.select().from(product).where(eq(product.id, productId)).for("no key update");
        if (row?.state !== "scheduled" || !row.publishAt) return null;
        if (row.publishAt > now) return row.publishAt;
        const { missing } = await readAdminProduct(trx, productId, facts);
        const state = missing.length > 0 ? "draft" : "published";
        await setState(trx, productId, state);
        const action = missing.length > 0 ? "product.not_published" : "product.published";
        await recordAudit(
          trx,
          SCHEDULE_ACTOR,
          { action, subject: subjectOf(productId), after: { state, missing: missing.map(({ field }) => field) } },
          now,
        );
        return null;
      });
    },
  };
}
