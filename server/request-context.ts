import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import type { DeploymentSettings } from "./config.ts";
import type { Database } from "./database/database.ts";
import { originOf } from "./http/origin.ts";
import type { MailSender } from "./mail/sender.ts";

/** What public endpoints need to know of the request besides its content. */
export interface RequestContext {
  now: Date;
  /** For rate limits. */
  ip: string;
  userAgent: string;
  /** Logins, codes and mails of one IP address per hour. */
  attemptsPerIp: number;
  /** Key of the hashes of codes, networks and logged emails. */
  codeSecret: string;
  log: FastifyBaseLogger;
  /** The shop's details in mails. */
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
    ip: request.ip,
    userAgent: request.headers["user-agent"] ?? "",
    attemptsPerIp: settings.ATTEMPTS_PER_IP,
    codeSecret: settings.CODE_SECRET,
    log: request.log,
    sender: await readSender(originOf(request)),
  };
}
