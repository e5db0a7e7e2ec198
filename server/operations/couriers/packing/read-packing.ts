import { eq, inArray } from "drizzle-orm";
import type { ParcelToPack } from "../../../../contract/admin/packing.ts";
import { ORDER_BADGES } from "../../../../contract/orders/badges.ts";
import { plainCode } from "../../../../contract/written-numbers.ts";
import { ApiError } from "../../../base/errors.ts";
import { readPackingSlip, type SlipRules } from "../../../orders/fulfilment/packing-slip.ts";
import { findAnyOrder } from "../../../orders/orders/find-order.ts";
import { type OrderRow, readOrderRow } from "../../../orders/orders/order-row.ts";
import { receiverOf } from "../../../orders/orders/receiver.ts";
import { possibleActions } from "../../../orders/orders/staff/order-actions.ts";
import { readOrderFacts } from "../../../orders/orders/staff/order-facts.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { parcelBooking, shipment, variant } from "../../../platform/database/schema.ts";
import { readContent, readProposal } from "../parcel-content.ts";

const STEPS = ["pack", "ship", "ship-replacement"] as const;

/** Returns the next step of an order's parcel; null if nothing is to be sent. */
export async function nextStep(db: DatabaseOrTransaction, order: OrderRow): Promise<(typeof STEPS)[number] | null> {
  // A parcel that is booked can be packed and weighed again.
  const possible = possibleActions({ ...(await readOrderFacts(db, order)), booking: null });
  return STEPS.find((step) => possible.includes(step)) ?? null;
}

/** Reads what belongs into the parcel of a slip. @param code an order's number or an AWB @throws ApiError (404) */
export async function readPacking(db: Database, code: string, rules: SlipRules): Promise<ParcelToPack> {
  const order = await findByCode(db, code);
  const step = await nextStep(db, order);
  const slip = step === null ? null : await readPackingSlip(db, order, rules);
  const items = slip?.items ?? [];
  const content = step === null ? null : await readContent(db, order);
  const barcodes = await readBarcodes(
    db,
    items.map(({ sku }) => sku),
  );
  return {
    number: order.number,
    version: order.version,
    receiver: receiverOf(order).name,
    step: step ?? "none",
    problem: step === null ? `Order ${order.number} is ${ORDER_BADGES[order.state]}: there is nothing to pack.` : "",
    noun: slip?.noun ?? null,
    isTest: order.isTest,
    shippingMethod: order.shippingMethodName,
    gift: slip?.gift ?? null,
    items: items.map((item) => ({ ...item, lots: [...item.lots], barcode: barcodes.get(item.sku) ?? null })),
    last: content && (await readProposal(db, content)),
  };
}

async function findByCode(db: Database, code: string): Promise<OrderRow> {
  const awb = plainCode(code);
  const [parcel] = await db.select({ orderId: shipment.orderId }).from(shipment).where(eq(shipment.awb, awb));
  const [booked] = parcel
    ? [parcel]
    : await db.select({ orderId: parcelBooking.orderId }).from(parcelBooking).where(eq(parcelBooking.awb, awb));
  const found = booked && (await readOrderRow(db, booked.orderId));
  if (found) return found;
  return findAnyOrder(db, code).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== "not_found") throw error;
    throw ApiError.ofField(
      "code",
      `No order or parcel has the number ${code}. Please scan the packing slip.`,
      "not_found",
    );
  });
}

async function readBarcodes(db: Database, skus: readonly string[]): Promise<Map<string, string | null>> {
  if (skus.length === 0) return new Map();
  const rows = await db
    .select({ sku: variant.sku, barcode: variant.barcode })
    .from(variant)
    .where(inArray(variant.sku, [...skus]));
  return new Map(rows.map(({ sku, barcode }) => [sku, barcode]));
}
