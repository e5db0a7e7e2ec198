/** Signing in, and members' own accounts. */

import * as z from "zod/mini";
import { email } from "../accounts/schemas.ts";
import { responseOf } from "../responses.ts";
import { rowId, textField } from "../text.ts";
import { plainCode, plainNumber } from "../written-numbers.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { ALL_PERMISSIONS } from "./permissions.ts";

/** Longer than a customer's minimum, because it protects the shop. */
export const STAFF_PASSWORD_LENGTH = 12;
/** Minutes for which a second factor counts as recent. */
export const STEP_UP_MINUTES = 10;

/** The roles that a visitor of the demo can sign in as with one click. */
export const DEMO_ROLES = ["Owner", "Packer", "Support", "Accountant"] as const;
export type DemoRole = (typeof DEMO_ROLES)[number];

const currentPassword = textField({
  missing: "Password is required.",
  max: 1000,
  error: "Please use at most 1000 characters.",
  verbatim: true,
});
const newPassword = textField({
  min: STAFF_PASSWORD_LENGTH,
  max: 200,
  error: `Password must be at least ${STAFF_PASSWORD_LENGTH} characters.`,
  tooLong: "Password must be at most 200 characters.",
  verbatim: true,
});
/** Six digits from the authenticator app. */
const totpCode = textField({
  max: 6,
  pattern: /^[0-9]{6}$/,
  error: "Please enter the 6 digits of your authenticator app.",
  rewrite: plainNumber,
});
/** A code from the authenticator app, or a recovery code such as 7Q4M2-XKD9R. */
const secondFactor = textField({
  max: 20,
  pattern: /^(?:[0-9]{6}|[0-9A-Z]{10})$/,
  error: "Please enter the 6 digits of your authenticator app, or a recovery code.",
  rewrite: (typed) => plainCode(typed).replaceAll("-", ""),
});
export const linkToken = textField({ max: 100, pattern: /^[\w-]{43}$/, error: "This link is incomplete." });
const personName = textField({
  missing: "Name is required.",
  min: 2,
  max: 50,
  error: "Name must be between 2 and 50 characters.",
});

export const nothing = z.object({});

/** The member who is signed in. */
export const me = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  permissions: z.array(z.enum(ALL_PERMISSIONS)),
  /** Until then actions that cannot be undone need no second factor. */
  steppedUpUntil: z.string(),
  /** Number of unused recovery codes. */
  recoveryCodes: z.number(),
});
export type Me = z.infer<typeof me>;

const staffSession = z.object({
  _id: z.string(),
  userAgent: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  current: z.boolean(),
});
export type StaffSession = z.infer<typeof staffSession>;

const openedInvitation = z.object({
  email: z.string(),
  role: z.string(),
  /** The member's name if the link resets a sign-in; empty for a new member. */
  name: z.string(),
  /** The key for the authenticator app, in base32 and as an otpauth URI. */
  totp: z.object({ key: z.string(), uri: z.string() }),
});
export type OpenedInvitation = z.infer<typeof openedInvitation>;

/** Recovery codes are shown only in this response. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

const byId = z.object({ id: rowId("id must be digits.") });

export const sessionEndpoints = {
  readBackOffice: {
    method: "GET",
    path: "/shop",
    summary: "The shop’s name, and whether it is a demo",
    tag: "Session",
    permission: "anyone",
    response: responseOf(z.object({ name: z.string(), demo: z.boolean() })),
  },
  signIn: {
    method: "POST",
    path: "/session",
    repeat: "state",
    summary:
      "Sign in with email, password and the authenticator app’s code or a recovery code. Without a code a right password gets `second_factor_required`",
    tag: "Session",
    permission: "anyone",
    body: z.object({ email, password: currentPassword, code: z.optional(secondFactor) }),
    errorStatuses: [429],
    response: responseOf(me),
  },
  signInToDemo: {
    method: "POST",
    path: "/demo-session",
    repeat: "harmless",
    summary: "Sign in to a demo as one of its roles. A live shop has no such endpoint",
    tag: "Session",
    permission: "anyone",
    body: z.object({ role: z.enum(DEMO_ROLES) }),
    errorStatuses: [404],
    response: responseOf(me),
  },
  readSession: {
    method: "GET",
    path: "/session",
    summary: "Who is signed in, with which permissions",
    tag: "Session",
    permission: "signed_in",
    needsMember: true,
    response: responseOf(me),
  },
  signOut: {
    method: "DELETE",
    path: "/session",
    repeat: "harmless",
    summary: "End this session",
    tag: "Session",
    permission: "signed_in",
    needsMember: true,
    response: responseOf(nothing),
  },
  stepUp: {
    method: "POST",
    path: "/session/step-up",
    repeat: "state",
    summary: `Give the second factor again, which allows actions that cannot be undone for ${STEP_UP_MINUTES} minutes`,
    tag: "Session",
    permission: "signed_in",
    needsMember: true,
    body: z.object({ code: secondFactor }),
    errorStatuses: [429],
    response: responseOf(me),
  },
  listOwnSessions: {
    method: "GET",
    path: "/sessions",
    summary: "The own sessions, last used first",
    tag: "Session",
    permission: "signed_in",
    needsMember: true,
    response: responseOf(z.array(staffSession)),
  },
  endOwnSession: {
    method: "DELETE",
    path: "/sessions/:id",
    repeat: "harmless",
    summary: "End one of the own sessions",
    tag: "Session",
    permission: "signed_in",
    needsMember: true,
    params: byId,
    response: responseOf(nothing),
  },
  changePassword: {
    method: "POST",
    path: "/password",
    repeat: "state",
    summary: "Change the own password; every other session ends",
    tag: "Session",
    permission: "signed_in",
    needsMember: true,
    stepUp: true,
    body: z.object({ currentPassword, password: newPassword }),
    errorStatuses: [429],
    response: responseOf(nothing),
  },
  renewRecoveryCodes: {
    method: "POST",
    path: "/recovery-codes",
    repeat: "key",
    summary: "Replace the own recovery codes",
    tag: "Session",
    permission: "signed_in",
    needsMember: true,
    stepUp: true,
    response: responseOf(recoveryCodes),
  },
  openInvitation: {
    method: "POST",
    path: "/invitation/open",
    repeat: "harmless",
    summary: "What an emailed link is for, with a key for the authenticator app",
    tag: "Session",
    permission: "anyone",
    body: z.object({ token: linkToken }),
    errorStatuses: [429],
    response: responseOf(openedInvitation),
  },
  acceptInvitation: {
    method: "POST",
    path: "/invitation/accept",
    repeat: "state",
    summary: "Set name, password and second factor with an emailed link, and sign in",
    tag: "Session",
    permission: "anyone",
    body: z.object({ token: linkToken, name: personName, password: newPassword, code: totpCode }),
    errorStatuses: [429],
    response: responseOf(recoveryCodes),
  },
} as const satisfies Record<string, AdminEndpoint>;
