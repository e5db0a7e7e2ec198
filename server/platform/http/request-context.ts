import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import type { DeploymentSettings } from "../config/config.ts";
import type { Database } from "../database/database.ts";
import type { MailSender } from "../mail/sender.ts";
import { originOf } from "./origin.ts";

/** What public endpoints know about a request besides its content. */
export interface RequestContext {
  now: Date;
  /** For the audit log. */
  requestId: string;
  /** The client's IP address, for rate limits. */
  ip: string;
  userAgent: string;
  /** How many logins, codes and mails an IP address may request per hour. */
  attemptsPerIp: number;
  /** The key with which codes, networks and logged emails are hashed. */
  codeSecret: string;
  log: FastifyBaseLogger;
  /** The shop's details for mails. */
  sender: MailSender;
}

export interface ContextDeps {
  db: Database;
  settings: DeploymentSettings;
  /** Reads the shop's current details. */
  readSender: (origin: string) => Promise<MailSender>;
}

export async function contextOf(
  request: FastifyRequest,
  { settings, readSender }: ContextDeps,
): Promise<RequestContext> {
  return {
    now: new Date(),
    requestId: request.id,
    ip: request.ip,
    userAgent: request.headers["user-agent"] ?? "",
    attemptsPerIp: settings.ATTEMPTS_PER_IP,
    codeSecret: settings.CODE_SECRET,
    log: request.log,
    sender: await readSender(originOf(request)),
  };
}
