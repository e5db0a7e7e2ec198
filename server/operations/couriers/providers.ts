import type { CourierProviderName } from "../../../contract/couriers.ts";
import { ApiError } from "../../base/errors.ts";
import { type CourierError, type CourierProvider, REFUSALS } from "./provider.ts";

/** The couriers whose keys are set. */
export type CourierProviders = ReadonlyMap<CourierProviderName, CourierProvider>;

/** @throws ApiError (409) if its keys are not set */
export function providerOf(providers: CourierProviders, name: CourierProviderName): CourierProvider {
  const provider = providers.get(name);
  if (!provider)
    throw new ApiError(
      "conflict",
      `No keys are set for ${COURIER_NAMES[name]}. They belong into the shop’s settings; the person who runs its machine adds them.`,
    );
  return provider;
}

export const COURIER_NAMES: Readonly<Record<CourierProviderName, string>> = {
  shiprocket: "Shiprocket",
  delhivery: "Delhivery",
};

/** What staff reads of a call that failed. */
export const toConflict = (error: CourierError): ApiError =>
  new ApiError("conflict", [REFUSALS[error.reason], error.detail].filter(Boolean).join(" "));
