/** Offers in the back office; the command `offers` calls the same functions. */

import { and, count, eq, gt, ilike, inArray, isNull, lt, lte, or, type SQL, sql, sum } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { maySee } from "../../../contract/admin/contact-details.ts";
import type { ListedOffer, OfferPage, OfferTab } from "../../../contract/admin/offers.ts";
import { isoDayInIndia, justBefore } from "../../../contract/dates.ts";
import { ORDER_BADGES } from "../../../contract/orders/badges.ts";
import { shopCode } from "../../../contract/written-numbers.ts";
import { ApiError, OperatorError } from "../../base/errors.ts";
import { formatRupees, paise, toRupees } from "../../base/money.ts";
import { differences } from "../../platform/audit/differences.ts";
import { readLastActionOf } from "../../platform/audit/list-audit.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { category, offer, offerCode, offerRedemption, product, variant } from "../../platform/database/schema.ts";
import type { Staff } from "../../platform/http/staff-sessions.ts";
import {
  changeOffer,
  createOffer,
  endOffer,
  findOffer,
  type OfferChanges,
  type OfferRow,
  readRows,
  readUses,
} from "./manage-offers.ts";
import { type NewOffer, OfferProblem } from "./new-offer.ts";
import { readFields, specOf, toAudit, toResponse } from "./offer-fields.ts";
import { discountText } from "./offer-texts.ts";

/** How many codes and uses of an offer are shown. */
const MAX_CODES = 20;
const MAX_USES = 50;

const offerSubject = (id: number) => ({ type: "offer" as const, id: String(id) });

function tabOf({ startsAt, endsAt }: OfferRow, now: Date): OfferTab {
  if (endsAt !== null && endsAt <= now) return "ended";
  return startsAt > now ? "planned" : "running";
}

/** Lists offers, newest first. @param before the id of the last offer of the previous page */
export async function listOffersFor(
  db: Database,
  { tab, q, before }: { tab: OfferTab; q?: string | undefined; before?: number | undefined },
  max: number,
): Promise<{ offers: ListedOffer[]; hasMore: boolean }> {
  const now = new Date();
  const isOpen = or(isNull(offer.endsAt), gt(offer.endsAt, now));
  const conditions: Readonly<Record<OfferTab, SQL | undefined>> = {
    running: and(lte(offer.startsAt, now), isOpen),
    planned: and(gt(offer.startsAt, now), isOpen),
    ended: lte(offer.endsAt, now),
  };
  const rows = await readRows(
    db,
    and(
      conditions[tab],
      q === undefined ? undefined : matching(db, q),
      before === undefined ? undefined : lt(offer.id, before),
    ),
    max + 1,
  );
  return { offers: await listed(db, rows.slice(0, max)), hasMore: rows.length > max };
}

/** Matches a code, or a part of the name. */
function matching(db: Database, typed: string): SQL | undefined {
  const byCode = db
    .select({ id: offerCode.offerId })
    .from(offerCode)
    .where(eq(offerCode.code, shopCode(typed)));
  return or(inArray(offer.id, byCode), ilike(offer.name, `%${typed.replace(/[\\%_]/g, "\\$&")}%`));
}

async function listed(db: DatabaseOrTransaction, rows: readonly OfferRow[]): Promise<ListedOffer[]> {
  const ids = rows.map(({ id }) => id);
  const used = await db
    .select({
      id: offerRedemption.offerId,
      uses: count(),
      discount: sum(offerRedemption.discountPaise).mapWith(Number),
    })
    .from(offerRedemption)
    .where(and(inArray(offerRedemption.offerId, ids), sql`not ${offerRedemption.released}`))
    .groupBy(offerRedemption.offerId);
  return rows.map((row) => {
    const found = used.find(({ id }) => id === row.id);
    return {
      _id: String(row.id),
      name: row.name,
      kind: row.kind,
      effect: discountText(row),
      codes: row.codes.slice(0, MAX_CODES),
      codeCount: row.codes.length,
      startsAt: row.startsAt.toISOString(),
      endsAt: row.endsAt?.toISOString() ?? null,
      uses: found?.uses ?? 0,
      discount: toRupees(paise(found?.discount ?? 0)),
      maxUses: row.maxUses,
    };
  });
}

/** @param staff the reader: emails need a permission of their own @throws ApiError (404) */
export async function readOfferPage(db: Database, id: number, staff: Pick<Staff, "permissions">): Promise<OfferPage> {
  const row = await found(() => findOffer(db, id));
  const [one] = await listed(db, [row]);
  if (!one) throw new Error("the offer was not listed");
  const { uses } = await readUses(db, id, { max: MAX_USES });
  return {
    ...one,
    tab: tabOf(row, new Date()),
    version: row.version,
    lastChange: await readLastActionOf(db, offerSubject(id)),
    fields: toResponse(await readFields(db, row), maySee("email", staff.permissions)),
    conditions: await conditionsOf(db, row),
    orders: uses.map(({ orderNumber, state, createdAt, discountPaise }) => ({
      number: orderNumber,
      state,
      badge: ORDER_BADGES[state],
      at: createdAt.toISOString(),
      discount: toRupees(discountPaise),
    })),
  };
}

async function conditionsOf(db: Database, row: OfferRow): Promise<string[]> {
  const { conditions, minPaise, firstOrderOnly, maxUses, maxUsesPerCustomer, codes } = row;
  const named = async (label: string, ids: readonly number[], table: PgTable, id: PgColumn, name: PgColumn) => {
    if (ids.length === 0) return [];
    const rows = await db
      .select({ name: sql<string>`${name}` })
      .from(table)
      .where(inArray(id, [...ids]));
    const gone = ids.length - rows.length;
    const names = [...rows.map((one) => one.name), ...(gone > 0 ? [`${gone} deleted`] : [])];
    return [`${label}: ${names.join(", ")}`];
  };
  return [
    codes.length === 0 ? "It applies by itself" : `Only with ${codes.length === 1 ? "its code" : "one of its codes"}`,
    ...(await named("Products", conditions.products, product, product.id, product.title)),
    ...(await named("Categories", conditions.categories, category, category.id, category.name)),
    ...(await named("Sets", conditions.sets, product, product.id, product.title)),
    ...(await named("Samples", conditions.samples ?? [], variant, variant.id, variant.sku)),
    // Emails add nothing here, and must not get into the audit log.
    ...(conditions.customers.length > 0
      ? [conditions.customers.length === 1 ? "One customer" : `${conditions.customers.length} customers`]
      : []),
    ...(minPaise > 0 ? [`From ${formatRupees(minPaise)} of these products`] : []),
    ...(firstOrderOnly ? ["Only a customer’s first order"] : []),
    ...(maxUses === null ? [] : [`${maxUses.toLocaleString("en-IN")} uses at most`]),
    ...(maxUsesPerCustomer === null ? [] : [`${maxUsesPerCustomer} per customer at most`]),
  ];
}

/** @throws ApiError (422) for values that do not fit, or what they name does not exist; (409) */
export async function createOfferBy(db: Database, spec: NewOffer, actor: Staff): Promise<OfferPage> {
  const now = new Date();
  const id = await db.transaction(async (trx) => {
    const created = await accepted(() => createOffer(trx, spec, now));
    const { customers, ...rest } = spec;
    const after = Object.fromEntries(
      Object.entries(rest).filter(([, value]) => value !== undefined && value !== false && String(value) !== ""),
    );
    await recordAudit(
      trx,
      actor,
      {
        action: "offer.created",
        subject: offerSubject(created.id),
        after: { ...after, ...(customers.length > 0 && { customers: customers.length }) },
      },
      now,
    );
    return created.id;
  });
  return readOfferPage(db, id, actor);
}

/** @throws ApiError (404), (409) if it has ended already */
export async function endOfferBy(db: Database, id: number, actor: Staff): Promise<OfferPage> {
  const now = new Date();
  await db.transaction(async (trx) => {
    const before = await lockOffer(trx, id);
    if (tabOf(before, now) === "ended")
      throw new ApiError("conflict", "This offer has ended already. Please reload it.");
    const after = await endOffer(trx, id, now);
    const subject = offerSubject(id);
    const times = ({ endsAt }: OfferRow) => ({ name: before.name, until: endsAt && isoDayInIndia(justBefore(endsAt)) });
    await recordAudit(
      trx,
      actor,
      { action: "offer.ended", subject, before: times(before), after: times({ ...before, ...after }) },
      now,
    );
  });
  return readOfferPage(db, id, actor);
}

/**
 * Changes fields of an offer that runs or is planned.
 * @param version that the caller has seen
 * @throws ApiError (404), (409) if somebody has changed it since, or it has ended, (422)
 */
export async function changeOfferBy(
  db: Database,
  id: number,
  { version, ...changes }: OfferChanges & { version: number },
  actor: Staff,
): Promise<OfferPage> {
  const now = new Date();
  await db.transaction(async (trx) => {
    const row = await lockOffer(trx, id);
    if (tabOf(row, now) === "ended")
      throw new ApiError("conflict", "This offer has ended, so it can’t be changed. Please create a new one.");
    if (row.version !== version)
      throw new ApiError("conflict", "Somebody has changed this offer meanwhile. Nothing that you have typed is lost.");
    const before = await readFields(trx, row);
    await accepted(() => changeOffer(trx, row, { spec: specOf(row, before), changes }, now));
    const after = await readFields(trx, await findOffer(trx, id));
    const audited = differences(toAudit(before), toAudit(after), Object.keys(after));
    await recordAudit(trx, actor, { action: "offer.changed", subject: offerSubject(id), ...audited }, now);
  });
  return readOfferPage(db, id, actor);
}

/** Locks an offer, so that it is neither changed nor used until the transaction ends. @throws ApiError (404) */
async function lockOffer(trx: DatabaseOrTransaction, id: number): Promise<OfferRow> {
  await trx.select({ id: offer.id }).from(offer).where(eq(offer.id, id)).for("update");
  return found(() => findOffer(trx, id));
}

/** Converts the command's error. @throws ApiError (422) */
async function accepted<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    throw error instanceof OfferProblem ? ApiError.ofField(error.field, error.message) : error;
  });
}

/** Converts the command's error. @throws ApiError (404) */
async function found<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    throw error instanceof OperatorError ? new ApiError("not_found", "There is no such offer.") : error;
  });
}
