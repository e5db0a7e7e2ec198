/** A cart or a checkout as agents learn of it, before a version of the protocol writes it down. Amounts are paise. */

import type { Paise } from "../../../base/money.ts";
import type { AgentContent, AgentDestination, AgentPurpose } from "../../../platform/database/schema.ts";
import type { Message } from "../responses.ts";

export type CheckoutStatus = "incomplete" | "requires_escalation" | "completed" | "canceled";

/** An item of which there is at least one unit. */
export interface AgentLine {
  sku: string;
  title: string;
  imageUrl: string | null;
  price: Paise;
  quantity: number;
  /** What offers and rounding take off the line. */
  discount: Paise;
}

export interface AgentTotals {
  /** What shipping costs without offers; null while it is unknown. */
  shipping: Paise | null;
  /** What an offer takes off shipping. */
  shippingDiscount: Paise;
  fees: Paise;
  /** The part of the lines' discounts that rounds the total of an order for cash on delivery down. */
  rounding: Paise;
  total: Paise;
}

/** An offer, or the code, that applies. */
export interface AgentOffer {
  name: string;
  /** Null for one that applies by itself. */
  code: string | null;
  /** What it takes off each line, in the order of the lines; shorter if it takes nothing off the last ones. */
  discounts: readonly Paise[];
  shippingDiscount: Paise;
}

export interface AgentShippingOption {
  code: string;
  name: string;
  /** Without offers. */
  price: Paise;
  /** What an offer takes off it. */
  discount: Paise;
  /** Days such as "2027-01-26"; null without a promise. */
  earliest: string | null;
  latest: string | null;
}

export interface AgentShipping {
  destinations: AgentDestination[];
  destinationId: string | null;
  /** Empty while the destination is unknown, or if the shop does not deliver there. */
  options: AgentShippingOption[];
  optionId: string | null;
}

/** What a platform has put together, at today's prices. */
export interface PricedContent {
  lines: AgentLine[];
  totals: AgentTotals;
  offers: AgentOffer[];
  shipping: AgentShipping | null;
  messages: Message[];
}

export interface AgentSession extends PricedContent {
  id: string;
  buyer: AgentContent["buyer"];
  consent: Partial<Record<AgentPurpose, boolean>>;
  codes: string[];
  continueUrl: string | null;
  expiresAt: Date;
}

export interface AgentCheckout extends AgentSession {
  status: CheckoutStatus;
  links: { type: string; url: string; title?: string }[];
  /** Null until it is completed. */
  order: { id: string; permalinkUrl: string } | null;
}
