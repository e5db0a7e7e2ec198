import type { DatabaseOrTransaction } from "../server/platform/database/database.ts";
import { courierAccount } from "../server/platform/database/schema.ts";

/** Adds an account with the demo's couriers, so that its orders can be booked at once. */
export async function insertDemoCourier(trx: DatabaseOrTransaction, now: Date): Promise<void> {
  await trx.insert(courierAccount).values({
    provider: "shiprocket",
    label: "Shiprocket (demo)",
    pickupPlace: "Primary",
    pickupPincode: "560001",
    createdAt: now,
  });
}
