/** What the couriers of the shop's accounts do at a pincode. A module above asks them; the app passes its function in. */

export interface PincodeService {
  /** Whether one of them delivers there. */
  isServed: boolean;
  /** Whether one of them collects cash there. */
  takesCash: boolean;
}

/** Parcels that hold alcohol may have to go by surface; those without go by air as well. */
export interface CourierService {
  withAlcohol: PincodeService;
  alcoholFree: PincodeService;
}

/**
 * Asks couriers, or returns what they said some days ago. It takes a moment, so it is not called in a transaction. Where a courier does not
 * answer, or there is no account, everything is possible, as without couriers: their silence never stops a sale.
 */
export type ReadCourierService = (pincode: string) => Promise<CourierService>;

const ANY: PincodeService = { isServed: true, takesCash: true };
export const ANY_SERVICE: CourierService = { withAlcohol: ANY, alcoholFree: ANY };

/** @param units all that goes into the parcel */
export const serviceFor = (service: CourierService, units: readonly { isAlcoholFree: boolean }[]): PincodeService =>
  units.every(({ isAlcoholFree }) => isAlcoholFree) ? service.alcoholFree : service.withAlcohol;
