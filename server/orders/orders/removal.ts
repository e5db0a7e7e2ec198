/** Prepares taking units out of an order: what is credited for them, which free samples go with them, and why it is less than was paid. */

import { and, asc, eq, lt, sql } from "drizzle-orm";
import { termsOf } from "../../../contract/orders/payment-terms.ts";
import { type Paise, paise } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { creditNote, creditNoteLine, type OrderTerms, orderItem, orderTerms } from "../../platform/database/schema.ts";
import { coverAdded } from "../../selling/offers/cover-added.ts";
import { priceRemoval, type Removal, type RemovalContext } from "../../selling/offers/price-removal.ts";
import { forgiveCredits, readSpentCredits, readUsedCredit, setUsedCredit } from "../../selling/offers/set-credits.ts";
import { isWithinState } from "../../selling/pricing/place-of-supply.ts";
import { type AddedField, type AddedUnits, type RequestedUnits, readAdded } from "./added-units.ts";
import {
  type CreditableItem,
  chosen,
  type LineUnits,
  nextPosition,
  type PreparedCreditNote,
  readCreditable,
} from "./invoice/credit-notes.ts";
import { itemName } from "./item-name.ts";
import type { OrderRow } from "./order-row.ts";
import { keptText, reasonTexts } from "./removal-texts.ts";

/** Units that are about to be taken out of an order, with the credit note for an order that is invoiced. */
export interface PreparedRemoval extends PreparedCreditNote {
  removal: Removal;
  /** Null for an order that was placed by an older version. */
  terms: OrderTerms | null;
  units: readonly LineUnits[];
  /** The units that are added at the same time. */
  added: readonly AddedUnits[];
  /** The free samples that are no longer earned by what stays. */
  samples: readonly Sample[];
  reasons: readonly string[];
}

export interface Sample extends LineUnits {
  name: string;
  /** The value of the goods from which it was offered; 0 without one. */
  minPaise: Paise;
}

/**
 * Prepares taking units out of an order.
 * @param units each item at most once; by default everything that is left
 * @param options.keepsOffers whether the units are credited by their shares in what was paid: the shop is at fault
 * @param options.keepsFees whether shipping and fees are retained
 * @throws ApiError (422) if an item is unknown or fewer units of it are left
 */
export async function prepareRemoval(
  db: DatabaseOrTransaction,
  order: OrderRow,
  units?: readonly LineUnits[],
  { keepsOffers = false, keepsFees = false }: { keepsOffers?: boolean; keepsFees?: boolean } = {},
): Promise<PreparedRemoval> {
  const items = await readCreditable(db, order.id);
  const removed = units ? chosen(items, units) : items.filter(({ quantity }) => quantity > 0);
  return prepare(db, order, items, removed, { keepsOffers, keepsFees });
}

/**
 * Prices replacing units of an order by others.
 * @param change.remove each item at most once; may be empty if units are added
 * @param change.field the field of the request that names what is added
 * @param change.keepsFees whether shipping and fees of what goes are retained
 * @throws ApiError (422) at the field for units that the order does not have, or that cannot be added
 */
export async function prepareEdit(
  db: DatabaseOrTransaction,
  order: OrderRow,
  {
    remove,
    add,
    maxUnits,
    field = "add",
    keepsFees = false,
  }: {
    remove: readonly LineUnits[];
    add: readonly RequestedUnits[];
    maxUnits: number;
    field?: AddedField;
    keepsFees?: boolean;
  },
): Promise<PreparedRemoval> {
  const terms = await readTerms(db, order.id);
  if (!terms) throw new Error(`order ${order.number} has no terms`);
  const items = await readCreditable(db, order.id);
  if (remove.length > 0) chosen(items, remove, "remove");
  const added = await readAdded(db, order.id, items, add, {
    field,
    maxUnits,
    removed: remove,
    joinsItems: order.invoiceNumber === null,
    known: terms.grams.length,
  });
  const edited = { terms: await coverAdded(db, terms, added), added };
  return prepare(db, order, items, remove, { keepsOffers: false, keepsFees }, edited);
}

/** Reads the terms by which a change of an order's items is priced; null for an order that was placed by an older version. */
export async function readTerms(db: DatabaseOrTransaction, orderId: number): Promise<OrderTerms | null> {
  const [stored] = await db.select().from(orderTerms).where(eq(orderTerms.orderId, orderId));
  return stored?.terms ?? null;
}

/** What an order costs after a removal or an edit: without what is credited, with what is charged. */
export const totalAfter = (
  { totalPaise: before }: Pick<OrderRow, "totalPaise">,
  { totalPaise, removal }: Pick<PreparedRemoval, "totalPaise" | "removal">,
): Paise => paise(before - totalPaise + removal.added.totalPaise);

/**
 * Prepares crediting what an order no longer has to pay although none of its units goes: the credit for a set that was taken back, once no
 * other order uses it.
 */
export async function prepareReleasedCredit(db: DatabaseOrTransaction, order: OrderRow): Promise<PreparedRemoval> {
  return prepare(db, order, await readCreditable(db, order.id), [], { keepsOffers: false, keepsFees: false });
}

async function prepare(
  db: DatabaseOrTransaction,
  order: OrderRow,
  items: readonly CreditableItem[],
  removed: readonly LineUnits[],
  { keepsOffers, keepsFees }: Pick<RemovalContext, "keepsOffers" | "keepsFees">,
  edited: { terms: OrderTerms; added: readonly AddedUnits[] } | null = null,
): Promise<PreparedRemoval> {
  const terms = edited?.terms ?? (await readTerms(db, order.id));
  const added = edited?.added ?? [];
  const isCash = termsOf(order).courierCollects;
  const removal = priceRemoval(items, removed, {
    terms,
    feesPaise: order.feesPaise,
    waivedPaise: await readWaived(db, order.id),
    withinState: isWithinState(order.seller.state, order.shippingAddress.state),
    wholeRupees: isCash,
    isDue: isCash && order.invoiceNumber === null,
    spentCredits: await readSpentCredits(db, order.id),
    usedCreditPaise: await readUsedCredit(db, order.id),
    keepsOffers,
    keepsFees,
    added,
  });
  const sampling = terms?.offers.find(({ kind }) => kind === "free_samples");
  const samples = removal.losesSamples ? await readSamples(db, order.id) : [];
  return {
    orderId: order.id,
    position: await nextPosition(db, order.id),
    lines: removal.lines,
    totalPaise: removal.totalPaise,
    removal,
    terms,
    units: removed.map(({ position, quantity }) => ({ position, quantity })),
    added,
    samples: samples.map((one) => ({ ...one, minPaise: sampling?.minPaise ?? paise(0) })),
    reasons: reasonsOf(removal, { terms, items, added, keepsOffers }),
  };
}

function reasonsOf(
  removal: Removal,
  {
    terms,
    items,
    added,
    keepsOffers,
  }: Pick<RemovalContext, "terms" | "keepsOffers"> & {
    items: readonly CreditableItem[];
    added: readonly AddedUnits[];
  },
): string[] {
  if (keepsOffers) return keptText(removal, terms, items);
  // Nothing is credited if units are only added.
  return added.length > 0 && removal.lines.length === 0 ? [] : reasonTexts(removal);
}

/** Stores what follows for offers from taking units out of a locked order. */
export async function recordRemoval(
  trx: DatabaseOrTransaction,
  { orderId, removal, terms, added }: PreparedRemoval,
): Promise<void> {
  await setUsedCredit(trx, orderId, removal.setCreditPaise);
  await forgiveCredits(trx, orderId, removal.forgiven);
  if (terms && (removal.earning || added.length > 0))
    await trx
      .update(orderTerms)
      .set({ terms: { ...terms, ...(removal.earning && { earning: removal.earning }) } })
      .where(eq(orderTerms.orderId, orderId));
}

/** Sums the shipping and fees that staff has refunded without units. */
async function readWaived(db: DatabaseOrTransaction, orderId: number): Promise<Paise> {
  const [waived] = await db
    .select({ paise: sql<number>`coalesce(sum(${creditNoteLine.shippingPaise}), 0)`.mapWith(Number) })
    .from(creditNote)
    .innerJoin(creditNoteLine, eq(creditNoteLine.creditNoteId, creditNote.id))
    .where(and(eq(creditNote.orderId, orderId), eq(creditNote.reason, "shipping")));
  return paise(waived?.paise ?? 0);
}

/** Reads the free samples that are still part of an order. */
async function readSamples(db: DatabaseOrTransaction, orderId: number): Promise<(LineUnits & { name: string })[]> {
  const rows = await db
    .select({
      position: orderItem.position,
      quantity: orderItem.quantity,
      title: orderItem.title,
      label: orderItem.label,
    })
    .from(orderItem)
    .where(
      and(
        eq(orderItem.orderId, orderId),
        eq(orderItem.pricePaise, paise(0)),
        lt(orderItem.creditedQuantity, orderItem.quantity),
      ),
    )
    .orderBy(asc(orderItem.position));
  return rows.map(({ position, quantity, ...item }) => ({ position, quantity, name: itemName(item) }));
}
