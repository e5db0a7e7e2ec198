/** Parcels that couriers charge for a larger weight than was declared. Amounts are rupees. */

import * as z from "zod/mini";
import { WEIGHT_DIFFERENCE_STATES } from "../couriers.ts";
import { responseOf } from "../responses.ts";
import { rupees } from "../rupees.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";

export const WEIGHT_DIFFERENCE_TABS = ["open", "disputed", "decided"] as const;
export type WeightDifferenceTab = (typeof WEIGHT_DIFFERENCE_TABS)[number];

/** What staff can record of a difference in each state. */
export const WEIGHT_ANSWERS = {
  new: ["disputed", "accepted"],
  disputed: ["won", "lost", "accepted"],
  accepted: [],
  won: [],
  lost: [],
} as const satisfies Record<(typeof WEIGHT_DIFFERENCE_STATES)[number], readonly string[]>;

export const weightDifferenceQuery = z.object({
  tab: z._default(z.enum(WEIGHT_DIFFERENCE_TABS, `tab must be one of ${WEIGHT_DIFFERENCE_TABS.join(", ")}.`), "open"),
  /** The `_id` of the last one of the previous page. */
  after: z.optional(rowId("after must be digits.")),
});
export type WeightDifferenceQuery = z.infer<typeof weightDifferenceQuery>;

const weightDifference = z.object({
  _id: z.string(),
  number: z.string(),
  awb: z.string(),
  courier: z.string(),
  account: z.string(),
  state: z.enum(WEIGHT_DIFFERENCE_STATES),
  declaredGrams: z.number(),
  /** What was declared, in millimetres. */
  lengthMm: z.number(),
  widthMm: z.number(),
  heightMm: z.number(),
  chargedGrams: z.number(),
  extra: rupees,
  noticedAt: z.string(),
  /** The last day on which it can be disputed. */
  answerBy: z.string(),
  note: z.string(),
  /** Whether the packer has taken a photo. */
  hasPhoto: z.boolean(),
});
export type WeightDifference = z.infer<typeof weightDifference>;

export const weightDifferenceEndpoints = {
  listWeightDifferences: {
    method: "GET",
    path: "/weight-differences",
    summary: "Parcels charged for a larger weight than was declared, the most urgent first, 50 a page",
    tag: "Orders",
    permission: "fulfil_orders",
    query: weightDifferenceQuery,
    response: responseOf(z.object({ differences: z.array(weightDifference), hasMore: z.boolean() })),
  },
  answerWeightDifference: {
    method: "POST",
    path: "/weight-differences/:id",
    repeat: "state",
    summary: "Record that a difference was disputed in the courier’s panel, accepted, won or lost",
    tag: "Orders",
    permission: "fulfil_orders",
    params: z.object({ id: rowId("id must be digits.") }),
    body: z.object({
      state: z.enum(["disputed", "accepted", "won", "lost"], "Please choose what has become of it."),
      note: z.optional(textField({ max: 500, error: "Please use up to 500 characters.", mayBeEmpty: true })),
    }),
    errorStatuses: [404, 409],
    response: responseOf(weightDifference),
  },
} as const satisfies Record<string, AdminEndpoint>;
