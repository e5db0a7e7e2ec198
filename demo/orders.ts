/** The demo customer's orders: one for each badge and each customer action. */

import type { OrderState } from "../contract/orders/schemas.ts";
import { DEMO_ADDRESSES } from "./customer.ts";

export interface DemoOrder {
  number: string;
  /** Units by product slug. */
  items: Readonly<Record<string, number>>;
  shippedTo: (typeof DEMO_ADDRESSES)[number];
  paidWith: { method: "card"; network: string; last4: string } | { method: "upi"; vpa: string };
  /** Its states with their age in hours, the oldest first. */
  history: readonly (readonly [OrderState, number])[];
  parcel?: { courier: string; awb: string };
  /** Age of its refund, in hours. */
  refunded?: number;
  /** Notes to the customer by state. */
  notes?: Readonly<Partial<Record<OrderState, string>>>;
}

const days = (count: number) => count * 24;
/** Time between ordering and paying, in hours. */
const MINUTES = 0.05;
const [LUCKNOW, BENGALURU] = DEMO_ADDRESSES as [DemoOrder["shippedTo"], DemoOrder["shippedTo"]];
const VISA = { method: "card", network: "Visa", last4: "1007" } as const;
const UPI = { method: "upi", vpa: "success@razorpay" } as const;

/** In order of placement. */
export const demoOrders: readonly DemoOrder[] = [
  {
    // Too old for a return.
    number: "KW-3H8P-W5NA",
    items: { "gulab-attar": 1, "charcoal-neem-soap": 3 },
    shippedTo: LUCKNOW,
    paidWith: VISA,
    history: [
      ["pending", days(71)],
      ["paid", days(71) - MINUTES],
      ["processing", days(71) - 3],
      ["packed", days(70)],
      ["shipped", days(70) - 4],
      ["out_for_delivery", days(67) + 5],
      ["delivered", days(67)],
    ],
    parcel: { courier: "India Post", awb: "EU417200386IN" },
  },
  {
    number: "KW-B2VK-8M7S",
    items: { "midnight-champa": 1 },
    shippedTo: BENGALURU,
    paidWith: UPI,
    history: [
      ["pending", days(24)],
      ["paid", days(24) - MINUTES],
      ["cancelled", days(24) - 2],
    ],
    refunded: days(23),
  },
  {
    number: "KW-M5EV-0RT3",
    items: { "coconut-mogra-body-butter": 1 },
    shippedTo: LUCKNOW,
    paidWith: VISA,
    history: [
      ["pending", days(22)],
      ["paid", days(22) - MINUTES],
      ["processing", days(22) - 3],
      ["packed", days(21)],
      ["shipped", days(21) - 4],
      ["out_for_delivery", days(19) + 4],
      ["delivered", days(19)],
      ["return_requested", days(18)],
      ["return_approved", days(17)],
      ["return_received", days(14)],
      ["returned", days(13)],
    ],
    parcel: { courier: "Delhivery", awb: "DLV4099120468" },
    refunded: days(12),
    notes: {
      return_requested: "Your reason: The lid arrived broken.",
      return_approved: "Pick-up by Delhivery, between 10 AM and 1 PM.",
    },
  },
  {
    number: "KW-6YBA-T1N8",
    items: { "neem-tulsi-face-wash": 2 },
    shippedTo: BENGALURU,
    paidWith: UPI,
    history: [
      ["pending", days(9)],
      ["paid", days(9) - MINUTES],
      ["processing", days(9) - 3],
      ["packed", days(8)],
      ["shipped", days(8) - 4],
      ["out_for_delivery", days(5) + 4],
      ["delivered", days(5)],
      ["return_requested", days(1)],
    ],
    parcel: { courier: "Blue Dart", awb: "BD60417511937" },
    notes: { return_requested: "Your reason: I ordered the wrong one; both are unopened." },
  },
  {
    // Can be returned.
    number: "KW-9TRC-4JE6",
    items: { "rose-of-kannauj": 1, "rose-water-toner": 2 },
    shippedTo: LUCKNOW,
    paidWith: UPI,
    history: [
      ["pending", days(6)],
      ["paid", days(6) - MINUTES],
      ["processing", days(6) - 2],
      ["packed", days(6) - 20],
      ["shipped", days(5) - 2],
      ["out_for_delivery", days(2) + 4],
      ["delivered", days(2)],
    ],
    parcel: { courier: "Delhivery", awb: "DLV4100287731" },
  },
  {
    number: "KW-X8CJ-5ZQ2",
    items: { "vetiver-coast": 1 },
    shippedTo: LUCKNOW,
    paidWith: UPI,
    history: [
      ["pending", days(4)],
      ["paid", days(4) - MINUTES],
      ["processing", days(4) - 2],
      ["packed", days(3)],
      ["shipped", days(3) - 2],
      ["out_for_delivery", 4],
    ],
    parcel: { courier: "Delhivery", awb: "DLV4100391526" },
  },
  {
    number: "KW-7Q4M-2XKD",
    items: { "saffron-oud": 1, "hibiscus-hair-oil": 1, "ubtan-face-mask": 2 },
    shippedTo: BENGALURU,
    paidWith: VISA,
    history: [
      ["pending", days(2) + 6],
      ["paid", days(2) + 6 - MINUTES],
      ["processing", days(2) + 3],
      ["packed", days(2)],
      ["shipped", days(1)],
    ],
    parcel: { courier: "Blue Dart", awb: "BD60417738204" },
  },
  {
    number: "KW-2GHR-9SV4",
    items: { "aloe-vetiver-gel": 2 },
    shippedTo: LUCKNOW,
    paidWith: UPI,
    history: [
      ["pending", 28],
      ["paid", 28 - MINUTES],
      ["processing", 22],
      ["packed", 3],
    ],
  },
  {
    // Can be cancelled.
    number: "KW-F6XD-1QYG",
    items: { "discovery-set": 1 },
    shippedTo: LUCKNOW,
    paidWith: VISA,
    history: [
      ["pending", 5],
      ["paid", 5 - MINUTES],
      ["processing", 2],
    ],
  },
];
