import { FAILURE_REASONS, type FailureReason } from "../../contract/couriers.ts";

/** Why a delivery failed, in words of staff. */
export const FAILURE_NAMES: Readonly<Record<FailureReason, string>> = {
  not_at_home: "Nobody at home",
  refused: "Refused at the door",
  wrong_address: "Address not found",
  wrong_phone: "Phone not reached",
  no_cash: "Cash not ready",
  later: "Customer wants another day",
  closed: "Place closed",
  out_of_area: "Outside the courier’s area",
  courier: "Courier did not come",
  other: "Other",
};

export const FAILURE_OPTIONS = FAILURE_REASONS.map((value) => ({ value, name: FAILURE_NAMES[value] }));

export const isFailureReason = (value: string): value is FailureReason =>
  (FAILURE_REASONS as readonly string[]).includes(value);
