/** Staff, their roles and sessions, and the audit log. Staff are never customers. */

import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Permission } from "../../../../contract/admin/permissions.ts";
import { atLeast } from "./checks.ts";
import { id, paise, rowId, timestamptz } from "./columns.ts";

export const staffRole = pgTable(
  "staff_role",
  {
    id: id(),
    name: text().notNull().unique(),
    permissions: jsonb().$type<Permission[]>().notNull(),
    /** Has every permission; `permissions` is ignored. */
    isOwner: boolean().notNull().default(false),
    /** The maximum that it may refund of one order; `refund_over_limit` allows more. */
    refundLimitPaise: paise().notNull().default(sql`500000`),
    /** Incremented by every change, so that nobody overwrites another's. */
    version: integer().notNull().default(1),
  },
  (table) => [atLeast(0, table.refundLimitPaise)],
);

/** A member of staff. A removed member's row stays for the audit log, without credentials. */
export const staffMember = pgTable(
  "staff_member",
  {
    id: id(),
    /** In lower case. */
    email: text().notNull(),
    name: text().notNull(),
    roleId: rowId()
      .notNull()
      .references(() => staffRole.id),
    /** The argon2id hash with its parameters; null after the member was removed or reset. */
    passwordHash: text(),
    /** The encrypted key of the authenticator app; null after the member was removed or reset. */
    totpKey: text(),
    /** The time step of the last accepted code, so that no code is accepted twice. */
    totpStep: integer().notNull().default(0),
    createdAt: timestamptz().notNull(),
    removedAt: timestamptz(),
  },
  (table) => [
    uniqueIndex("staff_member_present_email_index").on(table.email).where(sql`removed_at is null`),
    index().on(table.roleId),
    check("staff_member_email_check", sql`${table.email} = lower(${table.email})`),
  ],
);

export const staffSession = pgTable(
  "staff_session",
  {
    id: id(),
    memberId: rowId()
      .notNull()
      .references(() => staffMember.id, { onDelete: "cascade" }),
    /** SHA-256 of the cookie's token. */
    tokenHash: text().notNull().unique("staff_session_token_hash_unique"),
    userAgent: text().notNull(),
    createdAt: timestamptz().notNull(),
    /** Updated at most once a minute. */
    lastUsedAt: timestamptz().notNull(),
    /** When the second factor was given last. */
    secondFactorAt: timestamptz().notNull(),
  },
  (table) => [index().on(table.memberId)],
);

/** A passkey: a key of an authenticator that verifies its user. */
export const staffPasskey = pgTable(
  "staff_passkey",
  {
    id: id(),
    memberId: rowId()
      .notNull()
      .references(() => staffMember.id, { onDelete: "cascade" }),
    credentialId: text().notNull().unique("staff_passkey_credential_id_unique"),
    /** SPKI in base64url. */
    publicKey: text().notNull(),
    /** The COSE algorithm number. */
    algorithm: integer().notNull(),
    /** The counter of the authenticator's last signature; 0 for an authenticator without one. */
    counter: bigint({ mode: "number" }).notNull(),
    /** The name that the member gave it. */
    name: text().notNull(),
    createdAt: timestamptz().notNull(),
    lastUsedAt: timestamptz(),
  },
  (table) => [index().on(table.memberId)],
);

/** An unused recovery code. */
export const staffRecoveryCode = pgTable(
  "staff_recovery_code",
  {
    memberId: rowId()
      .notNull()
      .references(() => staffMember.id, { onDelete: "cascade" }),
    /** A keyed hash of the code. */
    codeHash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.codeHash] })],
);

/** Sign-ins of staff that failed, by the email that was typed, since the last one that succeeded. */
export const staffSignInFailure = pgTable("staff_sign_in_failure", {
  /** A keyed hash of the email: it need not be a member's, and may be a secret that went into the wrong field. */
  emailHash: text().primaryKey(),
  failures: integer().notNull(),
  lastAt: timestamptz().notNull(),
});

/** An emailed link by which somebody becomes a member, or a member sets a new password and second factor. */
export const staffInvitation = pgTable(
  "staff_invitation",
  {
    id: id(),
    email: text().notNull().unique("staff_invitation_email_unique"),
    roleId: rowId()
      .notNull()
      .references(() => staffRole.id),
    /** The member who sets a new password and second factor; null for a new member. */
    memberId: rowId().references(() => staffMember.id, { onDelete: "cascade" }),
    tokenHash: text().notNull().unique("staff_invitation_token_hash_unique"),
    /** The encrypted key that the link's page has shown; null until it was opened. */
    totpKey: text(),
    expiresAt: timestamptz().notNull(),
  },
  (table) => [index().on(table.roleId), index().on(table.memberId)],
);

/** A named filter of a list, of one member or shared with everybody. */
export const savedView = pgTable(
  "saved_view",
  {
    id: id(),
    memberId: rowId()
      .notNull()
      .references(() => staffMember.id, { onDelete: "cascade" }),
    /** The name of the list: "orders". */
    list: text().notNull(),
    name: text().notNull(),
    /** The list's URL query. */
    query: text().notNull(),
    isShared: boolean().notNull(),
  },
  (table) => [index().on(table.memberId)],
);

/**
 * Actions of staff. Append-only: a trigger rejects changes (functions/audit-log.sql). Contains no secrets, and of customers only numbers,
 * so that erasing a customer changes no entry.
 */
export const auditEntry = pgTable(
  "audit_entry",
  {
    id: id(),
    at: timestamptz().notNull(),
    /** The member; null for a command. */
    actorId: rowId(),
    /** The actor's name and role at that time. */
    actor: text().notNull(),
    role: text().notNull(),
    /** For example "order.shipped". */
    action: text().notNull(),
    subjectType: text().notNull(),
    subjectId: text().notNull(),
    /** The fields that changed. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    /** The request's `x-request-id`; empty for a command. */
    requestId: text().notNull(),
  },
  (table) => [
    index().on(table.subjectType, table.subjectId, table.id),
    index().on(table.actorId, table.id),
    index().on(table.action, table.id),
    index().on(table.at),
  ],
);
