/** Staff and roles. */

import * as z from "zod/mini";
import { email } from "../accounts/schemas.ts";
import { responseFields } from "../response-fields.ts";
import { responseOf } from "../responses.ts";
import { rupees } from "../rupees.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { ALL_PERMISSIONS } from "./permissions.ts";
import { nothing } from "./session.ts";

const byId = z.object({ id: rowId("id must be digits.") });
const roleId = rowId("Please choose a role.");
const NO_LIMIT = "Please enter a limit in whole rupees, such as 5000.";
/** In whole rupees. */
const refundLimit = z.int(NO_LIMIT).check(z.gte(0, NO_LIMIT), z.lte(1_000_000, "Please enter at most ₹10,00,000."));
const roleFields = {
  name: textField({ min: 2, max: 40, error: "A role’s name has 2 to 40 characters." }),
  permissions: z.array(z.enum(ALL_PERMISSIONS)).check(z.maxLength(ALL_PERMISSIONS.length)),
  /** The maximum that it may refund of one order; `refund_over_limit` allows more. */
  refundLimit,
} as const;

/** Sign-ins with a wrong password or code since the last one that succeeded, within a month. */
const failures = z.object({ count: z.number(), lastAt: z.string() });
export type Failures = z.infer<typeof failures>;

const member = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  roleId: z.string(),
  role: z.string(),
  createdAt: z.string(),
  /** When the member's latest open session was last used; null without a session. */
  lastUsedAt: z.nullable(z.string()),
  sessions: z.number(),
  failedSignIns: z.nullable(failures),
  /** Whether this is the caller. */
  self: z.boolean(),
});
export type Member = z.infer<typeof member>;

const invitation = z.object({
  _id: z.string(),
  email: z.string(),
  role: z.string(),
  /** Whether the invitation resets password and second factor of an existing member. */
  reset: z.boolean(),
  expiresAt: z.string(),
  /** Whether its link has stopped working. It is listed for a month more, to be renewed. */
  expired: z.boolean(),
});

/** The link for the member, shown only in this response; null if it is emailed. */
const sentLink = z.object({ link: z.nullable(z.string()) });

const staffList = z.object({
  members: z.array(member),
  invitations: z.array(invitation),
  /** Those with emails that are no member's. */
  failedSignIns: z.nullable(failures),
});
export type StaffList = z.infer<typeof staffList>;

const role = z.object({
  _id: z.string(),
  ...responseFields(roleFields),
  refundLimit: rupees,
  /** True for Owner, which has every permission and cannot be changed. */
  fixed: z.boolean(),
  members: z.number(),
  /** Sent with a change, which is rejected if somebody else has changed the role since. */
  version: z.number(),
});
export type Role = z.infer<typeof role>;

const MANAGE = { tag: "Staff", permission: "manage_staff" } as const;

export const staffEndpoints = {
  listStaff: {
    ...MANAGE,
    method: "GET",
    path: "/staff",
    summary: "Staff and invitations",
    response: responseOf(staffList),
  },
  inviteStaff: {
    ...MANAGE,
    method: "POST",
    path: "/staff/invitations",
    repeat: "key",
    summary:
      "Mail an invitation, valid for three days; without a mail server its link is in the response. The role may not have permissions that the caller lacks",
    stepUp: true,
    body: z.object({ email, roleId }),
    errorStatuses: [409, 429],
    response: responseOf(sentLink),
  },
  renewInvitation: {
    ...MANAGE,
    method: "POST",
    path: "/staff/invitations/:id/renew",
    repeat: "key",
    summary: "Mail an invitation again, also one that has expired, as inviteStaff does; its earlier link stops working",
    stepUp: true,
    params: byId,
    errorStatuses: [409, 429],
    response: responseOf(sentLink),
  },
  withdrawInvitation: {
    ...MANAGE,
    method: "DELETE",
    path: "/staff/invitations/:id",
    repeat: "seen",
    summary: "Withdraw an invitation",
    params: byId,
    response: responseOf(nothing),
  },
  changeMemberRole: {
    ...MANAGE,
    method: "PATCH",
    path: "/staff/:id",
    repeat: "harmless",
    summary: "Give a member another role. The last owner stays one",
    stepUp: true,
    params: byId,
    body: z.object({ roleId }),
    errorStatuses: [409],
    response: responseOf(nothing),
  },
  endMemberSessions: {
    ...MANAGE,
    method: "DELETE",
    path: "/staff/:id/sessions",
    repeat: "harmless",
    summary: "Sign a member out everywhere",
    params: byId,
    response: responseOf(nothing),
  },
  resetMember: {
    ...MANAGE,
    method: "POST",
    path: "/staff/:id/reset",
    repeat: "key",
    summary:
      "Mail a member a link for setting password and second factor again, which without a mail server is in the response; every session of theirs ends",
    stepUp: true,
    params: byId,
    errorStatuses: [409, 429],
    response: responseOf(sentLink),
  },
  removeMember: {
    ...MANAGE,
    method: "DELETE",
    path: "/staff/:id",
    repeat: "seen",
    summary: "Remove a member. The last owner stays",
    stepUp: true,
    params: byId,
    errorStatuses: [409],
    response: responseOf(nothing),
  },
  listRoles: {
    ...MANAGE,
    method: "GET",
    path: "/roles",
    summary: "Roles with their permissions",
    response: responseOf(z.array(role)),
  },
  addRole: {
    ...MANAGE,
    method: "POST",
    path: "/roles",
    repeat: "key",
    summary: "Add a role with permissions that the caller has",
    stepUp: true,
    body: z.object({ ...roleFields, refundLimit: z.optional(refundLimit) }),
    errorStatuses: [409],
    response: responseOf(role),
  },
  changeRole: {
    ...MANAGE,
    method: "PATCH",
    path: "/roles/:id",
    repeat: "seen",
    summary: "Change a role’s name, permissions or refund limit",
    stepUp: true,
    params: byId,
    body: z.object({ version: z.int(), ...z.partial(z.object(roleFields)).shape }),
    errorStatuses: [409],
    response: responseOf(role),
  },
  deleteRole: {
    ...MANAGE,
    method: "DELETE",
    path: "/roles/:id",
    repeat: "seen",
    summary: "Delete a role that nobody has",
    stepUp: true,
    params: byId,
    errorStatuses: [409],
    response: responseOf(nothing),
  },
} as const satisfies Record<string, AdminEndpoint>;
