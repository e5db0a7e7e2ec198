import { createHmac } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type { ApiError } from "../errors.ts";

/**
 * What the log tells of log-ins, passwords and sessions: one line each, with the event, the customer's id or a keyed hash of the email,
 * and the IP address. Never an email, a password, a code or a token.
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
  | "session_ended";

/** Where an event was caused, and what writes it down. */
export interface EventSource {
  log: FastifyBaseLogger;
  ip: string;
  /** Key of the hashes of emails: the same email is found again in the log, and cannot be read from it. */
  codeSecret: string;
}

/** Whose account it is about: a customer, or an email that somebody has typed. */
export type EventSubject = { customerId: number } | { email: string };

/** What staff should look at: somebody may be guessing. */
const WARNINGS: readonly SecurityEvent[] = ["locked_out", "code_exhausted"];

/** Writes an event down, at `warn` where somebody may be guessing, else at `info`. */
export function logSecurityEvent(
  { log, ip, codeSecret }: EventSource,
  event: SecurityEvent,
  subject: EventSubject,
  details: Readonly<Record<string, string | number>> = {},
): void {
  const who =
    "email" in subject ? { emailHash: hashEmail(codeSecret, subject.email) } : { customerId: subject.customerId };
  const line = { event, ...who, ip, ...details };
  if (WARNINGS.includes(event)) log.warn(line, "security event");
  else log.info(line, "security event");
}

/** Writes down that a rate limit refused a guess; whatever else went wrong is no event. */
export function logLockOut(source: EventSource, error: unknown, subject: EventSubject, kind: string): void {
  const { code, retryAfter = 0 } = error as Partial<ApiError>;
  if (code === "rate_limited") logSecurityEvent(source, "locked_out", subject, { kind, retryAfter });
}

function hashEmail(key: string, email: string): string {
  return createHmac("sha256", key)
    .update(JSON.stringify(["logged email", email]))
    .digest("base64url")
    .slice(0, 22);
}
