import type { TrackBy } from "../../contract/orders/schemas.ts";

/** What is looked for. It stands in the address, so that it can be gone back to, kept, and linked to from a mail. */
export interface TrackingSearch {
  text: string;
  by: TrackBy;
}

/** Null while nothing was asked for. */
export function searchOf(params: URLSearchParams): TrackingSearch | null {
  const text = params.get("find")?.trim() ?? "";
  const by = params.get("by");
  return text === "" ? null : { text, by: by === "order" || by === "awb" ? by : "any" };
}

/** Both boxes ticked, or none: either is looked for (R24). */
export function byOf(order: boolean, awb: boolean): TrackBy {
  if (order === awb) return "any";
  return order ? "order" : "awb";
}

export function paramsOf({ text, by }: TrackingSearch): Record<string, string> {
  return by === "any" ? { find: text } : { find: text, by };
}
