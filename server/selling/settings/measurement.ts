import type { Measurement } from "../../../contract/measurement.ts";
import type { DeploymentSettings, ShopSettings } from "../../platform/config/config.ts";

/** Returns what measures visits and purchases; null if nothing is connected. */
export function measurementOf(
  { ANALYTICS: script }: Pick<ShopSettings, "ANALYTICS">,
  { GA4_API_SECRET, META_CONVERSIONS }: Pick<DeploymentSettings, "GA4_API_SECRET" | "META_CONVERSIONS">,
): { script: Measurement["script"]; purchases: Measurement["purchases"][number][] } | null {
  const tellsGoogle = script?.kind === "ga4" && GA4_API_SECRET !== "";
  const purchases = [
    ...(tellsGoogle ? (["ga4"] as const) : []),
    ...(META_CONVERSIONS !== null ? (["meta"] as const) : []),
  ];
  return script || purchases.length > 0 ? { script, purchases } : null;
}
