import type { TrackBy } from "../../contract/orders/schemas.ts";

/** A search, stored in the URL, so that mails can link to it. */
export interface TrackingSearch {
  text: string;
  by: TrackBy;
}

/** Returns null without a search. */
export function searchOf(params: URLSearchParams): TrackingSearch | null {
  const text = params.get("find")?.trim() ?? "";
  const by = params.get("by");
  return text === "" ? null : { text, by: by === "order" || by === "awb" ? by : "any" };
}

/** Returns what is searched; with both boxes checked, or none, both (R24). */
export function trackByOf(order: boolean, awb: boolean): TrackBy {
  if (order === awb) return "any";
  return order ? "order" : "awb";
}

export function paramsOf({ text, by }: TrackingSearch): Record<string, string> {
  return by === "any" ? { find: text } : { find: text, by };
}
