/** An order as the platform that brought it learns of it, before a version of the protocol writes it down. Amounts are paise. Pure. */

import type { Paise } from "../../../base/money.ts";
import type { AgentDestination } from "../../../platform/database/schema.ts";
import type { AgentTotals } from "./agent-session.ts";

export interface AgentOrder {
  /** Its number. */
  id: string;
  checkoutId: string;
  permalinkUrl: string;
  /** All lines that it ever had. */
  lines: AgentOrderLine[];
  /** What is still to arrive or has arrived; null if nothing of it is left. */
  promise: { units: LineUnits[]; deliverBy: string | null } | null;
  /** Where it goes, as the platform wrote it; null once that is erased. */
  destination: AgentDestination | null;
  /** Oldest first; only new ones are added. */
  events: AgentOrderEvent[];
  adjustments: AgentAdjustment[];
  totals: AgentTotals;
}

export interface AgentOrderLine {
  id: string;
  sku: string;
  title: string;
  price: Paise;
  /** What offers and rounding took off the units that were ordered. */
  discount: Paise;
  /** Units that were ordered, at checkout or later. */
  ordered: number;
  /** Units at checkout, now, and sent. */
  original: number;
  total: number;
  fulfilled: number;
}

export interface LineUnits {
  lineId: string;
  quantity: number;
}

export interface AgentOrderEvent {
  id: string;
  at: Date;
  type: "processing" | "shipped" | "in_transit" | "delivered" | "undeliverable" | "returned_to_sender";
  description: string;
  units: LineUnits[];
  /** Null before there is a parcel. */
  parcel: { awb: string; courier: string; trackingUrl: string } | null;
}

export interface AgentAdjustment {
  id: string;
  type: "refund" | "cancellation" | "return" | "credit";
  at: Date;
  status: "pending" | "completed" | "failed";
  /** Units that left the order. */
  units: LineUnits[];
  /** What the buyer gets back; null if no money moves by it. */
  amount: Paise | null;
  description: string;
}

export type LineStatus = "removed" | "fulfilled" | "partial" | "processing";

/** Derived as the schema says. */
export function lineStatusOf({ total, fulfilled }: Pick<AgentOrderLine, "total" | "fulfilled">): LineStatus {
  if (total === 0) return "removed";
  if (fulfilled >= total) return "fulfilled";
  return fulfilled > 0 ? "partial" : "processing";
}
