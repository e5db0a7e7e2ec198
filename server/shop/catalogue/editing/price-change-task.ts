import { eq } from "drizzle-orm";
import { ApiError } from "../../../base/errors.ts";
import { type Paise, toRupees } from "../../../base/money.ts";
import { recordAudit, SCHEDULE_ACTOR } from "../../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { priceChange, variant } from "../../../platform/database/schema.ts";
import type { Task } from "../../../platform/jobs/tasks.ts";
import type { MediaLibrary } from "../../../platform/media/media-library.ts";
import { lockProductRow } from "./admin-product.ts";
import { changeProductIn, type EditDeps, subjectOf } from "./edit-product.ts";
import type { LegalFacts } from "./missing-for-sale.ts";

type PriceChange = typeof priceChange.$inferSelect;
type Deps = Omit<EditDeps, "db">;
interface Prices {
  pricePaise: Paise;
  originalPricePaise: Paise | null;
  packsCarryMrp: boolean;
}

/** The task that starts a planned price at its time, and ends it. */
export function changePriceTask(
  db: Database,
  media: Pick<MediaLibrary, "measure">,
  readFacts: () => Promise<LegalFacts>,
): Task<{ changeId: number }> {
  return {
    concurrency: 2,
    maxAttempts: 20,
    async run({ changeId }) {
      const deps = { media, facts: await readFacts(), actor: SCHEDULE_ACTOR, now: new Date() };
      try {
        return await db.transaction((trx) => advance(trx, deps, changeId));
      } catch (error) {
        // The writer has rejected the price: the size may have another MRP by now.
        if (!(error instanceof ApiError)) throw error;
        const message = error.errors?.[0]?.message ?? error.message;
        await db.transaction((trx) => fail(trx, deps, changeId, message));
        return null;
      }
    },
  };
}

/** @returns when it continues; null when it has ended */
async function advance(trx: DatabaseOrTransaction, deps: Deps, id: number): Promise<Date | null> {
  const [found] = await trx.select().from(priceChange).where(eq(priceChange.id, id));
  if (!found) return null;
  const size = await readSize(trx, found.variantId);
  await lockProductRow(trx, size.productId);
  const [change] = await trx.select().from(priceChange).where(eq(priceChange.id, id)).for("update");
  const { now } = deps;
  if (change?.state === "planned") {
    if (change.startsAt > now) return change.startsAt;
    if (change.endsAt && change.endsAt <= now) {
      await fail(trx, deps, id, "The shop was not running between its beginning and its end.");
      return null;
    }
    const before = await readSize(trx, change.variantId);
    await setPrice(trx, deps, change.variantId, change);
    await trx
      .update(priceChange)
      .set({
        state: change.endsAt ? "running" : "done",
        beforePricePaise: before.pricePaise,
        beforeOriginalPricePaise: before.originalPricePaise,
        ...(!change.endsAt && { endedAt: now }),
      })
      .where(eq(priceChange.id, id));
    return change.endsAt;
  }
  if (change?.state !== "running" || !change.endsAt) return null;
  if (change.endsAt > now) return change.endsAt;
  if (await restorePrice(trx, deps, change))
    await trx.update(priceChange).set({ state: "done", endedAt: now }).where(eq(priceChange.id, id));
  else
    await fail(
      trx,
      deps,
      id,
      "The price was changed by hand while it was running, so the former one was not restored.",
    );
  return null;
}

/** Restores the former price. @returns false, with nothing changed, if staff has changed the price since */
export async function restorePrice(trx: DatabaseOrTransaction, deps: Deps, change: PriceChange): Promise<boolean> {
  const { variantId, pricePaise, originalPricePaise, beforePricePaise, beforeOriginalPricePaise } = change;
  const now = await readSize(trx, variantId);
  if (now.pricePaise !== pricePaise || now.originalPricePaise !== originalPricePaise || beforePricePaise === null)
    return false;
  // The packs carry the MRP of before.
  const before = { pricePaise: beforePricePaise, originalPricePaise: beforeOriginalPricePaise, packsCarryMrp: true };
  await setPrice(trx, deps, variantId, before);
  return true;
}

async function setPrice(trx: DatabaseOrTransaction, deps: Deps, variantId: number, to: Prices): Promise<void> {
  const { productId } = await readSize(trx, variantId);
  const { version } = await lockProductRow(trx, productId);
  const size = {
    _id: String(variantId),
    price: toRupees(to.pricePaise),
    originalPrice: to.originalPricePaise === null ? null : toRupees(to.originalPricePaise),
    packsCarryMrp: to.packsCarryMrp,
  };
  await changeProductIn(trx, deps, productId, { version, sizes: [size] });
}

async function fail(trx: DatabaseOrTransaction, { actor, now }: Deps, id: number, message: string): Promise<void> {
  const [failed] = await trx
    .update(priceChange)
    .set({ state: "failed", message, endedAt: now })
    .where(eq(priceChange.id, id))
    .returning({ variantId: priceChange.variantId, price: priceChange.pricePaise });
  if (!failed) return;
  const { sku, productId } = await readSize(trx, failed.variantId);
  const after = { [sku]: { price: toRupees(failed.price), message } };
  await recordAudit(trx, actor, { action: "product.price_not_changed", subject: subjectOf(productId), after }, now);
}

async function readSize(trx: DatabaseOrTransaction, variantId: number) {
  const [size] = await trx
    .select({
      sku: variant.sku,
      productId: variant.productId,
      pricePaise: variant.pricePaise,
      originalPricePaise: variant.originalPricePaise,
    })
    .from(variant)
    .where(eq(variant.id, variantId));
  if (!size) throw new Error(`there is no size ${variantId}`);
  return size;
}
