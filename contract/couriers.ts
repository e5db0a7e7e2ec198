/** Words about parcels that couriers carry, for customers and staff. */

export const COURIER_PROVIDERS = ["shiprocket", "delhivery"] as const;
export type CourierProviderName = (typeof COURIER_PROVIDERS)[number];

/** `thermal`: 100 × 150 mm. */
export const LABEL_SIZES = ["thermal", "a4"] as const;
export type LabelSize = (typeof LABEL_SIZES)[number];

/** How a parcel travels. `any`: also by air, for goods that may fly. */
export const PARCEL_SERVICES = ["surface", "any"] as const;
export type ParcelService = (typeof PARCEL_SERVICES)[number];

/**
 * `asking`: the provider is being asked. `unclear`: it was asked and its answer is lost; nothing else is tried until it is known whether the
 * parcel is booked.
 */
export const BOOKING_STATES = ["wanted", "asking", "unclear", "booked", "refused", "cancelled"] as const;

/** Why a provider refuses. `rejected`: in its own words only. */
export const REFUSAL_REASONS = [
  "not_served",
  "cod_not_served",
  "no_surface",
  "balance",
  "bad_address",
  "bad_phone",
  "unknown_place",
  "duplicate",
  "blocked",
  "credentials",
  "limit",
  "too_late",
  "unavailable",
  "rejected",
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** What a scan says of a parcel, in the shop's words. `cancelled`: the courier does not carry it. */
export const PARCEL_PROGRESS = [
  "booked",
  "in_transit",
  "out_for_delivery",
  "failed_attempt",
  "delivered",
  "coming_back",
  "came_back",
  "lost",
  "cancelled",
] as const;
export type ParcelProgress = (typeof PARCEL_PROGRESS)[number];
/** Ends that refund: what a courier reports of them waits for staff. */
export const REPORTED_ENDS = ["came_back", "lost"] as const satisfies readonly ParcelProgress[];
export type ReportedEnd = (typeof REPORTED_ENDS)[number];

/** Why a delivery failed. */
export const FAILURE_REASONS = [
  "not_at_home",
  "refused",
  "wrong_address",
  "wrong_phone",
  "no_cash",
  "later",
  "closed",
  "out_of_area",
  "courier",
  "other",
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** Why a delivery failed, as its customer reads it; empty where there is nothing to say. */
export const FAILURE_TEXTS: Readonly<Record<FailureReason, string>> = {
  not_at_home: "Nobody was there to take it.",
  refused: "It wasn’t accepted at the door.",
  wrong_address: "The rider couldn’t find the address.",
  wrong_phone: "The rider couldn’t reach you by phone.",
  no_cash: "The amount to pay wasn’t ready.",
  later: "Another day was asked for.",
  closed: "The place was closed.",
  out_of_area: "The address is outside the rider’s area.",
  courier: "The rider didn’t get to it that day.",
  other: "",
};

/** What a courier is to do after a failed delivery. */
export const DELIVERY_ANSWERS = ["again", "return"] as const;

export const WEIGHT_DIFFERENCE_STATES = ["new", "disputed", "accepted", "won", "lost"] as const;
export type WeightDifferenceState = (typeof WEIGHT_DIFFERENCE_STATES)[number];
