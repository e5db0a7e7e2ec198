import { agentWritesFrom, agentWritesOf, networkOf } from "../../../platform/rate-limits/account-limits.ts";
import { consume } from "../../../platform/rate-limits/limits.ts";
import { CAPABILITIES } from "../capabilities.ts";
import type { AgentDeps } from "../deps.ts";
import { TransportError } from "../errors.ts";
import type { Operation } from "../operations.ts";
import type { HttpMessage } from "../signatures/http-message.ts";
import { isUcpVersion, UCP_VERSIONS } from "../versions.ts";
import type { Caller } from "./caller.ts";
import { negotiate } from "./negotiate.ts";
import { readProfileUrl } from "./platform-profiles.ts";
import { readPlatform, recordPlatform } from "./platforms.ts";
import { verifySender } from "./verify-sender.ts";

/** Reads of one instance, a minute: of an IP address, and of a platform. */
const READS = { limit: 3000, windowSeconds: 60 };

interface Identified {
  operation: Operation;
  profileUrl: string | null;
  http: HttpMessage;
  ip: string;
  now: Date;
}

/**
 * Finds out which platform calls: fetches its profile, negotiates with it, verifies its signature, and counts the request.
 * @throws TransportError for a request that is not processed; ApiError (429)
 */
export async function identifyCaller(deps: AgentDeps, request: Identified): Promise<Caller> {
  const { db, settings, shopSettings, profiles, limits } = deps;
  const { operation, profileUrl, http, ip, now } = request;
  const { AGENTS, AGENTS_SIGNED_ONLY } = await shopSettings.current();
  if (!AGENTS) throw new TransportError("not_found", "This shop serves no agents.");
  if (profileUrl === null)
    throw new TransportError(
      "invalid_profile_url",
      'The request names no profile. Send UCP-Agent: profile="https://…" with the address of your platform’s profile.',
    );
  const { href, origin } = readProfileUrl(profileUrl, settings.AGENTS_FROM_LOOPBACK);
  limits.consume(`agents from ${networkOf(ip)}`, READS);
  const platform = await readPlatform(db, origin);
  if (platform?.state === "blocked")
    throw new TransportError("profile_not_trusted", "This shop does not serve this platform.");
  const find = (newerThan?: number) =>
    profiles.find(href, { isKnown: platform?.state === "allowed", ...(newerThan !== undefined && { newerThan }) });
  const found = await find();
  const { version } = found.profile;
  if (!isUcpVersion(version))
    throw new TransportError(
      "version_unsupported",
      `Protocol version ${version} is not supported. This shop supports ${[...UCP_VERSIONS].reverse().join(" and ")}.`,
    );
  const isRequired = operation.unsigned === "never" || (operation.unsigned === "setting" && AGENTS_SIGNED_ONLY);
  const signed = await verifySender({ http, found, refresh: find, isRequired, now });
  limits.consume(`agents of ${origin} ${signed}`, READS);
  if (operation.writes) {
    await consume(db, agentWritesFrom(ip), now);
    await consume(db, agentWritesOf(origin, signed), now);
  }
  await recordPlatform(db, origin, { seen: platform, signed, now });
  return {
    origin,
    profileUrl: href,
    version,
    capabilities: negotiate(CAPABILITIES, found.profile.capabilities, version),
    signed,
    webhookUrl: found.profile.webhookUrl,
  };
}
