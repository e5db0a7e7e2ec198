/** The audit log: who did what to what. */

import * as z from "zod/mini";
import { responseOf } from "../responses.ts";
import { textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { period } from "./period.ts";

const value = z.record(z.string(), z.unknown());

const auditEntry = z.object({
  _id: z.string(),
  at: z.string(),
  /** Who did it: a member, by the name at that time; a command; or the database, for a change that bypassed the shop. */
  actor: z.string(),
  /** The id of a member of staff; null for a command or the database. */
  actorId: z.nullable(z.string()),
  role: z.string(),
  /** For example `order.shipped`. */
  action: z.string(),
  /** What it was done to, for example `order` and `KW-7Q4M-2XKD`; `name` if it has one besides its id, and still exists. */
  subject: z.object({ type: z.string(), id: z.string(), name: z.nullable(z.string()) }),
  /** The fields that changed; `before` is null for something new, `after` for something deleted. */
  before: z.nullable(value),
  after: z.nullable(value),
  requestId: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const word = (name: string) => textField({ max: 100, pattern: /^[\w.-]+$/, error: `${name} is not valid.` });

const filter = {
  /** The id of a member of staff. */
  actor: z.optional(textField({ max: 15, pattern: /^\d+$/, error: "actor must be digits." })),
  action: z.optional(word("action")),
  subject: z.optional(word("subject")),
  /** For an invitation, the email. */
  id: z.optional(textField({ max: 320, pattern: /^[^\s]+$/, error: "id is not valid." })),
  ...period,
};
const auditFilter = z.object(filter);
export type AuditFilter = z.infer<typeof auditFilter>;

export const auditEndpoints = {
  listAudit: {
    method: "GET",
    path: "/audit",
    summary: "The audit log, newest first, 50 entries a page",
    tag: "Audit",
    permission: "view_audit_log",
    query: z.object({
      ...filter,
      /** The `_id` of the last entry of the previous page. */
      before: z.optional(textField({ max: 15, pattern: /^\d+$/, error: "before must be digits." })),
    }),
    response: responseOf(z.object({ entries: z.array(auditEntry), hasMore: z.boolean() })),
  },
  exportAudit: {
    method: "GET",
    path: "/audit.csv",
    summary: "The same as a CSV file, every entry that matches",
    tag: "Audit",
    permission: "view_audit_log",
    query: auditFilter,
    produces: "text/csv",
  },
} as const satisfies Record<string, AdminEndpoint>;
