/** What happens to a parcel on the road, in the codes and words of each courier. */

import type { CourierProviderName } from "../../contract/couriers.ts";
import type { Database } from "../../server/platform/database/database.ts";
import { changeParcel, findParcel, type SandboxParcel } from "./parcels.ts";
import { queuePush } from "./pushes.ts";

interface Words {
  /** Shiprocket's `shipment_status_id`; Delhivery's type, word and NSL code. */
  code: string;
  status: string;
  text: string;
}

interface Step extends Record<CourierProviderName, Words> {
  label: string;
  place: string;
}

export const STEPS = {
  picked_up: {
    label: "Pick up",
    place: "Bengaluru",
    shiprocket: { code: "42", status: "PICKED UP", text: "Picked Up" },
    delhivery: { code: "UD/In Transit/X-PPOM", status: "In Transit", text: "Shipment picked up" },
  },
  in_transit: {
    label: "In transit",
    place: "Bengaluru Hub",
    shiprocket: { code: "18", status: "IN TRANSIT", text: "In Transit" },
    delhivery: { code: "UD/In Transit/S-MAR", status: "In Transit", text: "Air-restricted product. Move by surface" },
  },
  out: {
    label: "Out for delivery",
    place: "Destination",
    shiprocket: { code: "17", status: "OUT FOR DELIVERY", text: "Out For Delivery - Rider Ravi 9800000000" },
    delhivery: { code: "UD/Dispatched/X-DDD3FD", status: "Dispatched", text: "Out for delivery" },
  },
  failed: {
    label: "Delivery fails",
    place: "Destination",
    shiprocket: { code: "21", status: "UNDELIVERED", text: "Undelivered - Customer not available" },
    delhivery: { code: "UD/Pending/EOD-11", status: "Pending", text: "Consignee unavailable" },
  },
  delivered: {
    label: "Deliver",
    place: "Destination",
    shiprocket: { code: "7", status: "DELIVERED", text: "Delivered" },
    delhivery: { code: "DL/Delivered/EOD-38", status: "Delivered", text: "Delivered to consignee" },
  },
  returning: {
    label: "Send back",
    place: "Destination",
    shiprocket: { code: "9", status: "RTO INITIATED", text: "RTO Initiated" },
    delhivery: { code: "RT/In Transit/RT-101", status: "In Transit", text: "Return initiated" },
  },
  returned: {
    label: "Came back",
    place: "Bengaluru",
    shiprocket: { code: "10", status: "RTO DELIVERED", text: "RTO Delivered" },
    delhivery: { code: "DL/RTO/RT-110", status: "RTO", text: "Returned to the shipper" },
  },
  lost: {
    label: "Lose it",
    place: "",
    shiprocket: { code: "12", status: "LOST", text: "Lost" },
    delhivery: { code: "LT/Lost/LT-100", status: "Lost", text: "Shipment lost" },
  },
} as const satisfies Record<string, Step>;
export type StepName = keyof typeof STEPS;

export const isStep = (name: unknown): name is StepName => typeof name === "string" && Object.hasOwn(STEPS, name);

/** Lets something happen to a parcel, and pushes it to the shop. */
export async function happen(db: Database, id: number, step: StepName, at = new Date()): Promise<void> {
  const parcel = await findParcel(db, { id });
  if (!parcel?.awb) return;
  const { code, status, text } = STEPS[step][parcel.courier];
  await scan(db, parcel, { code, status, text, place: STEPS[step].place, at });
}

/** Adds a scan in the courier's own words, and pushes it. */
export async function scan(
  db: Database,
  parcel: SandboxParcel,
  { status, at, ...words }: Words & { place: string; at: Date },
): Promise<void> {
  const added = { ...words, at: at.toISOString() };
  await db.transaction(async (trx) => {
    await changeParcel(trx, parcel.id, { status, scans: [...parcel.scans, added] });
    await queuePush(trx, { ...parcel, status, scans: [...parcel.scans, added] });
  });
}
