import { type BulkResult, MAX_BULK } from "../../contract/admin/order-bulk.ts";
import { call } from "../api/client.ts";

export interface NewParcel {
  number: string;
  courier: string;
  awb: string;
}

/** Ships orders, as many in a request as it may have. @throws RequestError; what was sent before it is shipped */
export async function shipParcels(parcels: readonly NewParcel[]): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (let at = 0; at < parcels.length; at += MAX_BULK) {
    const sent = parcels.slice(at, at + MAX_BULK).map(({ number, courier, awb }) => ({ number, courier, awb }));
    results.push(...(await call("shipOrders", { body: { parcels: sent } })).results);
  }
  return results;
}
