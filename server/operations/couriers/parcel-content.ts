/** What is in the parcel that is to be booked for an order, and what the courier learns of it. */

import { and, desc, eq, inArray } from "drizzle-orm";
import type { Packing } from "../../../contract/admin/couriers.ts";
import type { ParcelService } from "../../../contract/couriers.ts";
import { termsOf } from "../../../contract/orders/payment-terms.ts";
import { ApiError } from "../../base/errors.ts";
import { type Paise, paise, sumPaise } from "../../base/money.ts";
import { hashToken } from "../../base/secrets.ts";
import { balanceOf } from "../../orders/orders/balance.ts";
import type { LineUnits } from "../../orders/orders/invoice/credit-notes.ts";
import type { OrderRow } from "../../orders/orders/order-row.ts";
import { receiverOf } from "../../orders/orders/receiver.ts";
import { possibleActions } from "../../orders/orders/staff/order-actions.ts";
import { readOrderFacts } from "../../orders/orders/staff/order-facts.ts";
import { type ParcelLine, readParcelLines } from "../../orders/orders/staff/unsent-parcels.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { packedParcel, parcelBooking } from "../../platform/database/schema.ts";
import type { AccountRow } from "./accounts.ts";
import type { ParcelToBook } from "./provider.ts";

type BookingRow = typeof parcelBooking.$inferSelect;

export interface ParcelContent {
  /** Whether it holds what is due for a return. */
  isReplacement: boolean;
  units: LineUnits[];
  lines: ParcelLine[];
  codPaise: Paise;
  receiverHash: string;
  contentHash: string;
}

/** Reads the next parcel of an order, booked or not: what is unsent, or else what is due for a return; null if nothing can be sent. */
export async function readContent(db: DatabaseOrTransaction, order: OrderRow): Promise<ParcelContent | null> {
  const facts = await readOrderFacts(db, order);
  const possible = possibleActions({ ...facts, booking: null });
  const [due] = facts.dueParcels;
  const isReplacement = !possible.includes("ship");
  if (isReplacement && !due) return null;
  const units = isReplacement && due ? sumUnits([...due.replaced, ...due.exchanged]) : [...facts.unsent];
  if (units.length === 0) return null;
  const lines = await readParcelLines(db, order, units, facts.remaining);
  return {
    isReplacement,
    units,
    lines,
    codPaise: isReplacement || !termsOf(order).courierCollects ? paise(0) : balanceOf(order),
    receiverHash: receiverHash(order),
    contentHash: hashToken(JSON.stringify(lines.map(({ sku, quantity }) => [sku, quantity]).sort())),
  };
}

/** How a parcel may travel with an account: what holds alcohol is dangerous goods by air. */
export const serviceOf = ({ surfaceOnly }: AccountRow, { lines }: Pick<ParcelContent, "lines">): ParcelService =>
  surfaceOnly && lines.some(({ isAlcoholFree }) => !isAlcoholFree) ? "surface" : "any";

function sumUnits(units: readonly LineUnits[]): LineUnits[] {
  const sums = new Map<number, number>();
  for (const { position, quantity } of units) sums.set(position, (sums.get(position) ?? 0) + quantity);
  return [...sums].map(([position, quantity]) => ({ position, quantity }));
}

function receiverHash(order: OrderRow): string {
  const { name, mobile } = receiverOf(order);
  const { street, city, state, pincode } = order.shippingAddress;
  return hashToken(JSON.stringify([name, mobile, street, city, state, pincode]));
}

/** Why a booking does not fit its order any more, in a clause; empty if it does. */
export function differenceOf(booking: BookingRow, content: ParcelContent | null): string {
  if (content === null) return "the order has nothing to be sent";
  const isSame = (one: readonly LineUnits[], other: readonly LineUnits[]) =>
    one.length === other.length &&
    one.every(({ position, quantity }) => other.some((two) => two.position === position && two.quantity === quantity));
  if (booking.isReplacement !== content.isReplacement || !isSame(booking.units, content.units))
    return "other units are to be sent now";
  if (booking.receiverHash !== content.receiverHash) return "the address or the phone number has changed since";
  if (booking.codPaise !== content.codPaise) return "another amount is due now than its courier would collect";
  return "";
}

/** What the packing form proposes. Null is not known. */
export interface Proposal {
  grams: number | null;
  lengthMm: number | null;
  widthMm: number | null;
  heightMm: number | null;
  /** Whether the same content was packed so before. */
  wasPacked: boolean;
}

/** Reads what was declared to a courier or weighed by a packer last for a content. */
async function readLastPacked(db: DatabaseOrTransaction, contentHash: string): Promise<Packing | undefined> {
  const booked = db
    .select({ ...measuresIn(parcelBooking), at: parcelBooking.createdAt })
    .from(parcelBooking)
    .where(
      and(
        eq(parcelBooking.contentHash, contentHash),
        inArray(parcelBooking.state, ["wanted", "asking", "unclear", "booked"]),
      ),
    )
    .orderBy(desc(parcelBooking.id))
    .limit(1);
  const weighed = db
    .select({ ...measuresIn(packedParcel), at: packedParcel.packedAt })
    .from(packedParcel)
    .where(eq(packedParcel.contentHash, contentHash))
    .orderBy(desc(packedParcel.id))
    .limit(1);
  const [last] = [...(await booked), ...(await weighed)].sort((one, other) => other.at.getTime() - one.at.getTime());
  if (!last) return undefined;
  const { at: _, ...measures } = last;
  return measures;
}

const measuresIn = ({ grams, lengthMm, widthMm, heightMm }: typeof parcelBooking | typeof packedParcel) => ({
  grams,
  lengthMm,
  widthMm,
  heightMm,
});

/** Proposes what was packed last for the same content, or else the sizes' weight, and the sides of a single unit. */
export async function readProposal(
  db: DatabaseOrTransaction,
  { contentHash, lines }: ParcelContent,
): Promise<Proposal> {
  const packed = await readLastPacked(db, contentHash);
  if (packed) return { ...packed, wasPacked: true };
  const [only, ...more] = lines;
  const sides = only && more.length === 0 && only.quantity === 1 ? only.measures : [null, null, null];
  const [length = null, width = null, height = null] = sides;
  const weighs = lines.every((line) => line.grams !== null)
    ? lines.reduce((sum, line) => sum + line.quantity * (line.grams ?? 0), 0)
    : null;
  return { grams: weighs, lengthMm: length, widthMm: width, heightMm: height, wasPacked: false };
}

/** Puts a booking into the words of providers. @throws ApiError (422) without a number, which every courier wants */
export function toParcel(
  order: OrderRow,
  content: ParcelContent,
  booking: BookingRow,
  account: AccountRow,
): ParcelToBook {
  const { name, mobile } = receiverOf(order);
  const { street, city, state, pincode } = order.shippingAddress;
  return {
    orderNumber: order.number,
    orderedAt: order.createdAt,
    pickupPlace: account.pickupPlace,
    pickupPincode: account.pickupPincode,
    receiver: { name, mobile, email: order.email, address: street, city, state, pincode },
    items: content.lines.map((line) => ({
      name: line.name,
      sku: line.sku,
      hsn: line.hsn,
      quantity: line.quantity,
      pricePaise: line.pricePaise,
    })),
    goodsPaise: sumPaise(content.lines.map(({ totalPaise }) => totalPaise)),
    codPaise: content.codPaise,
    service: booking.service,
    grams: booking.grams,
    lengthMm: booking.lengthMm,
    widthMm: booking.widthMm,
    heightMm: booking.heightMm,
    invoiceNumber: order.invoiceNumber ?? "",
    ewayBill: "",
  };
}

/** @throws ApiError (409) */
export function requireContent(order: OrderRow, content: ParcelContent | null): ParcelContent {
  if (content) return content;
  throw new ApiError("wrong_order_state", `Nothing of order ${order.number} is to be sent.`);
}
