import { createHmac } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type { ApiError } from "../../base/errors.ts";

/**
 * Log lines about logins, passwords and sessions: the event, the customer's id or a keyed hash of the email, and the IP address. Never an
 * email, a password, a code or a token.
 */
export type SecurityEvent =
  | "login_succeeded"
  | "login_failed"
  | "locked_out"
  | "code_wrong"
  | "code_exhausted"
  | "account_created"
  | "account_deleted"
  | "google_linked"
  | "password_changed"
  | "password_reset"
  | "session_ended"
  | "second_factor_wrong"
  | "second_factor_reset"
  | "recovery_code_used"
  | "stepped_up"
  | "passkey_added"
  | "staff_invited"
  | "staff_joined"
  | "staff_removed";

/** The request's log and context. */
export interface EventSource {
  log: FastifyBaseLogger;
  ip: string;
  /** The key with which emails are hashed, so that log lines can be correlated without revealing an email. */
  codeSecret: string;
}

/** The account: a customer, a member of staff, or an email as typed. */
export type EventSubject = { customerId: number } | { staffId: number } | { email: string };

/** Events that may be attacks, logged as warnings. */
const WARNINGS: readonly SecurityEvent[] = ["locked_out", "code_exhausted"];

/** Logs an event, at `warn` if it may be an attack, else at `info`. */
export function logSecurityEvent(
  { log, ip, codeSecret }: EventSource,
  event: SecurityEvent,
  subject: EventSubject,
  details: Readonly<Record<string, string | number>> = {},
): void {
  const who = "email" in subject ? { emailHash: hashEmail(codeSecret, subject.email) } : subject;
  const line = { event, ...who, ip, ...details };
  if (WARNINGS.includes(event)) log.warn(line, "security event");
  else log.info(line, "security event");
}

/** Logs an attempt that a rate limit rejected; ignores other errors. */
export function logLockOut(source: EventSource, error: unknown, subject: EventSubject, kind: string): void {
  const { code, retryAfter = 0 } = error as Partial<ApiError>;
  if (code === "rate_limited") logSecurityEvent(source, "locked_out", subject, { kind, retryAfter });
}

/** Returns a keyed hash of an email, the same in every line and table. */
export function hashEmail(key: string, email: string): string {
  return createHmac("sha256", key)
    .update(JSON.stringify(["logged email", email]))
    .digest("base64url")
    .slice(0, 22);
}
