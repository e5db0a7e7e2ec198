/** Disputes: payments that customers or their banks contest. Amounts are rupees. */

import * as z from "zod/mini";
import { responseOf } from "../responses.ts";
import { rupees } from "../rupees.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";

export const DISPUTE_STATES = ["open", "under_review", "won", "lost", "closed"] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];
export const DISPUTE_PHASES = ["fraud", "retrieval", "chargeback", "pre_arbitration", "arbitration"] as const;
export type DisputePhase = (typeof DISPUTE_PHASES)[number];

/** The tabs of the list. `open` is sorted by the next deadline, every other tab newest first. */
export type DisputeTab = DisputeState;

/** Maximum length of the explanation: the provider accepts no more. */
export const MAX_EXPLANATION = 1000;

export const disputeQuery = z.object({
  tab: z._default(z.enum(DISPUTE_STATES, `tab must be one of ${DISPUTE_STATES.join(", ")}.`), "open"),
  /** The `_id` of the last dispute of the previous page. */
  after: z.optional(rowId("after must be digits.")),
});

const listedDispute = z.object({
  _id: z.string(),
  order: z.string(),
  customer: z.string(),
  state: z.enum(DISPUTE_STATES),
  phase: z.enum(DISPUTE_PHASES),
  reason: z.string(),
  amount: rupees,
  createdAt: z.string(),
  respondBy: z.nullable(z.string()),
  submittedAt: z.nullable(z.string()),
});
export type ListedDispute = z.infer<typeof listedDispute>;

const staffDispute = z.object({
  ...listedDispute.shape,
  /** The provider's ids. */
  providerDisputeId: z.string(),
  providerPaymentId: z.string(),
  /** What the provider has deducted, and its fee for it once that is settled. */
  deducted: rupees,
  fee: z.nullable(rupees),
  closedAt: z.nullable(z.string()),
  explanation: z.string(),
  /** All versions of the explanation, newest first. */
  texts: z.array(z.object({ version: z.number(), text: z.string(), by: z.string(), at: z.string() })),
  /** Its events, oldest first. */
  history: z.array(z.object({ at: z.string(), what: z.string(), by: z.string() })),
  version: z.number(),
});
export type StaffDispute = z.infer<typeof staffDispute>;

const byId = z.object({ id: rowId("id must be digits.") });
const OF_DISPUTES = { tag: "Orders", permission: "answer_disputes" } as const;

export const disputeEndpoints = {
  listDisputes: {
    ...OF_DISPUTES,
    method: "GET",
    path: "/disputes",
    summary: "Disputes by state, 50 a page: open ones by the time limit of the answer, others newest first",
    query: disputeQuery,
    response: responseOf(z.object({ disputes: z.array(listedDispute), hasMore: z.boolean() })),
  },
  readDispute: {
    ...OF_DISPUTES,
    method: "GET",
    path: "/disputes/:id",
    summary: "One dispute with the versions of its explanation",
    params: byId,
    response: responseOf(staffDispute),
  },
  changeDispute: {
    ...OF_DISPUTES,
    method: "PATCH",
    path: "/disputes/:id",
    repeat: "seen",
    summary: "Change the explanation of a dispute, or say whether its evidence is submitted to the provider",
    params: byId,
    errorStatuses: [409],
    body: z.object({
      version: z.int(),
      explanation: z.optional(
        textField({
          max: MAX_EXPLANATION,
          error: `Please use at most ${MAX_EXPLANATION} characters.`,
          multiline: true,
          mayBeEmpty: true,
        }),
      ),
      submitted: z.optional(z.boolean()),
    }),
    response: responseOf(staffDispute),
  },
  readEvidence: {
    ...OF_DISPUTES,
    method: "GET",
    path: "/disputes/:id/evidence.zip",
    summary: "The evidence of a dispute: a PDF for each kind that the provider takes, as a ZIP file",
    params: byId,
    errorStatuses: [404],
    produces: "application/zip",
  },
} as const satisfies Record<string, AdminEndpoint>;
