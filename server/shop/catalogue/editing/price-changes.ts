/** Planned price changes. A job applies them (price-change-task.ts) with the writer of the product's page. */

import { and, eq, getTableColumns, inArray } from "drizzle-orm";
import type * as z from "zod/mini";
import type { priceChangeEndpoints } from "../../../../contract/admin/price-changes.ts";
import type { AdminProduct } from "../../../../contract/admin/products.ts";
import { formatDateTime } from "../../../../contract/dates.ts";
import { ApiError } from "../../../base/errors.ts";
import { toPaise, toRupees } from "../../../base/money.ts";
import { pick } from "../../../base/pick.ts";
import { daysAfter } from "../../../base/time.ts";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { priceChange, variant } from "../../../platform/database/schema.ts";
import { addJob } from "../../../platform/jobs/add-job.ts";
import { printedMrpProblem } from "../../../selling/stock/printed-mrp.ts";
import { deleteLaterRate } from "../../../selling/variants/gst-rate.ts";
import { lockProductRow, readAdminProduct } from "./admin-product.ts";
import { type EditDeps, subjectOf } from "./edit-product.ts";
import { restorePrice } from "./price-change-task.ts";

type Plan = z.output<(typeof priceChangeEndpoints.planPrice)["body"]>;

const MAX_DAYS_AHEAD = 731;
/** Maximum number of a size's plans that have not ended. */
const MAX_OPEN = 20;

/**
 * Plans a price change of a size.
 * @throws ApiError (404), (409) if another one applies then, or it is above the MRP that packs in stock carry, (422)
 */
export async function planPrice(
  { db, facts, actor, now }: EditDeps,
  variantId: number,
  { price, originalPrice = null, packsCarryMrp = false, startsAt: from, endsAt: until }: Plan,
): Promise<AdminProduct> {
  const startsAt = readTime("startsAt", from, now);
  const endsAt = until === undefined ? null : readTime("endsAt", until, now);
  if (endsAt && endsAt <= startsAt) throw ApiError.ofField("endsAt", "Please choose an end after the beginning.");
  if (originalPrice !== null && originalPrice <= price)
    throw ApiError.ofField("originalPrice", "The MRP must be above the price; leave it empty without a discount.");
  return db.transaction(async (trx) => {
    const size = await lockSize(trx, variantId);
    const open = await trx
      .select({ startsAt: priceChange.startsAt, endsAt: priceChange.endsAt })
      .from(priceChange)
      .where(and(eq(priceChange.variantId, variantId), inArray(priceChange.state, ["planned", "running"])));
    if (open.length >= MAX_OPEN) throw ApiError.ofField("startsAt", `A size has at most ${MAX_OPEN} planned prices.`);
    const meets = open.find((one) => one.startsAt <= (endsAt ?? startsAt) && startsAt <= (one.endsAt ?? one.startsAt));
    if (meets) {
      const end = meets.endsAt ? ` until ${formatDateTime(meets.endsAt)}` : "";
      throw ApiError.ofField(
        "startsAt",
        `Another price is planned from ${formatDateTime(meets.startsAt)}${end}. Please choose another time, or cancel that one.`,
        "conflict",
      );
    }
    const prices = {
      pricePaise: toPaise(price),
      originalPricePaise: originalPrice === null ? null : toPaise(originalPrice),
    };
    const above = packsCarryMrp ? null : await printedMrpProblem(trx, variantId, size, prices);
    if (above) throw ApiError.ofField(originalPrice === null ? "price" : "originalPrice", above, "above_printed_mrp");
    const [planned] = await trx
      .insert(priceChange)
      .values({
        variantId,
        ...prices,
        packsCarryMrp,
        startsAt,
        endsAt,
      })
      .returning({ id: priceChange.id });
    if (!planned) throw new Error("the planned price was not stored");
    await addJob(trx, "change_price", { changeId: planned.id }, { key: `change_price ${planned.id}`, runAt: startsAt });
    const after = {
      [size.sku]: { price, originalPrice, startsAt, endsAt, ...(packsCarryMrp && { packsCarryMrp }) },
    };
    await recordAudit(trx, actor, { action: "product.price_planned", subject: subjectOf(size.productId), after }, now);
    return readAdminProduct(trx, size.productId, facts);
  });
}

/**
 * Cancels a planned price change, or ends a running one. @throws ApiError (404), (409) if it has ended, or its price was changed meanwhile
 */
export async function cancelPrice(deps: EditDeps, id: number): Promise<AdminProduct> {
  const { db, facts, actor, now } = deps;
  return db.transaction(async (trx) => {
    const [found] = await trx.select().from(priceChange).where(eq(priceChange.id, id));
    if (!found) throw new ApiError("not_found", "There is no such planned price.");
    const { sku, productId } = await lockSize(trx, found.variantId);
    const [change] = await trx.select().from(priceChange).where(eq(priceChange.id, id)).for("update");
    if (change?.state !== "planned" && change?.state !== "running")
      throw new ApiError("conflict", "This planned price has ended already. Please load the page again.");
    if (change.state === "running" && !(await restorePrice(trx, deps, change)))
      throw new ApiError(
        "conflict",
        "The price was changed by hand since it began. Please set the price that applies from now on.",
      );
    await trx.update(priceChange).set({ state: "cancelled", endedAt: now }).where(eq(priceChange.id, id));
    const before = { [sku]: { price: toRupees(change.pricePaise), startsAt: change.startsAt, endsAt: change.endsAt } };
    await recordAudit(trx, actor, { action: "product.price_cancelled", subject: subjectOf(productId), before }, now);
    return readAdminProduct(trx, productId, facts);
  });
}

/** Deletes a GST rate of a later day. @throws ApiError (404) */
export async function removeLaterRate(
  { db, facts, actor, now }: EditDeps,
  variantId: number,
  day: string,
): Promise<AdminProduct> {
  return db.transaction(async (trx) => {
    const { sku, productId } = await lockSize(trx, variantId);
    const percent = await deleteLaterRate(trx, variantId, day);
    if (percent === null) throw new ApiError("not_found", "There is no such rate of a later day.");
    const before = { [sku]: { gstPercent: percent, from: day } };
    await recordAudit(trx, actor, { action: "product.gst_rate_deleted", subject: subjectOf(productId), before }, now);
    return readAdminProduct(trx, productId, facts);
  });
}

/** Locks the product of a size, which serialises changes of its planned prices. @throws ApiError (404) */
async function lockSize(trx: DatabaseOrTransaction, variantId: number) {
  const [size] = await trx
    .select(pick(getTableColumns(variant), ["sku", "productId", "pricePaise", "originalPricePaise"]))
    .from(variant)
    .where(eq(variant.id, variantId));
  if (!size) throw new ApiError("not_found", "There is no such size.");
  await lockProductRow(trx, size.productId);
  return size;
}

function readTime(field: string, given: string, now: Date): Date {
  const at = new Date(given);
  if (Number.isNaN(at.getTime())) throw ApiError.ofField(field, "Please choose a day and a time.");
  if (at <= now) throw ApiError.ofField(field, "This time is over. Please choose one ahead.");
  if (at > daysAfter(now, MAX_DAYS_AHEAD))
    throw ApiError.ofField(field, "Please choose a time within the next two years.");
  return at;
}
