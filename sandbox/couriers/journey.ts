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

export const STEPS = {
  picked_up: { label: "Pick up", place: "Bengaluru" },
  in_transit: { label: "In transit", place: "Bengaluru Hub" },
  out: { label: "Out for delivery", place: "Destination" },
  failed: { label: "Delivery fails", place: "Destination" },
  delivered: { label: "Deliver", place: "Destination" },
  returning: { label: "Send back", place: "Destination" },
  returned: { label: "Came back", place: "Bengaluru" },
  lost: { label: "Lose it", place: "" },
} as const;
export type StepName = keyof typeof STEPS;

export const WORDS: Readonly<Record<CourierProviderName, Readonly<Record<StepName, Words>>>> = {
  shiprocket: {
    picked_up: { code: "42", status: "PICKED UP", text: "Picked Up" },
    in_transit: { code: "18", status: "IN TRANSIT", text: "In Transit" },
    out: { code: "17", status: "OUT FOR DELIVERY", text: "Out For Delivery - Rider Ravi 9800000000" },
    failed: { code: "21", status: "UNDELIVERED", text: "Undelivered - Customer not available" },
    delivered: { code: "7", status: "DELIVERED", text: "Delivered" },
    returning: { code: "9", status: "RTO INITIATED", text: "RTO Initiated" },
    returned: { code: "10", status: "RTO DELIVERED", text: "RTO Delivered" },
    lost: { code: "12", status: "LOST", text: "Lost" },
  },
  delhivery: {
    picked_up: { code: "UD/In Transit/X-PPOM", status: "In Transit", text: "Shipment picked up" },
    in_transit: { code: "UD/In Transit/S-MAR", status: "In Transit", text: "Air-restricted product. Move by surface" },
    out: { code: "UD/Dispatched/X-DDD3FD", status: "Dispatched", text: "Out for delivery" },
    failed: { code: "UD/Pending/EOD-11", status: "Pending", text: "Consignee unavailable" },
    delivered: { code: "DL/Delivered/EOD-38", status: "Delivered", text: "Delivered to consignee" },
    returning: { code: "RT/In Transit/RT-101", status: "In Transit", text: "Return initiated" },
    returned: { code: "DL/RTO/RT-110", status: "RTO", text: "Returned to the shipper" },
    lost: { code: "LT/Lost/LT-100", status: "Lost", text: "Shipment lost" },
  },
};

export const isStep = (name: unknown): name is StepName => typeof name === "string" && Object.hasOwn(STEPS, name);

/** Lets something happen to a parcel, and pushes it to the shop. */
export async function happen(db: Database, id: number, step: StepName, at = new Date()): Promise<void> {
  const parcel = await findParcel(db, { id });
  if (!parcel?.awb) return;
  await scan(db, parcel, { ...WORDS[parcel.courier][step], place: STEPS[step].place, at });
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
