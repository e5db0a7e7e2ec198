/** What the couriers of the shop's accounts do at a pincode. A module above asks them; the app passes its function in. */

export interface CourierService {
  /** Whether one of them delivers there. */
  isServed: boolean;
  /** Whether one of them collects cash there. */
  takesCash: boolean;
}

/**
 * Asks couriers, or returns what they said some days ago. It takes a moment, so it is not called in a transaction. Where a courier does not
 * answer, or there is no account, everything is possible, as without couriers: their silence never stops a sale.
 */
export type ReadCourierService = (pincode: string) => Promise<CourierService>;

export const ANY_SERVICE: CourierService = { isServed: true, takesCash: true };
