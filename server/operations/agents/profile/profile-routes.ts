import type { FastifyInstance } from "fastify";
import { ApiError } from "../../../base/errors.ts";
import { hashOf, isNotModified } from "../../../platform/http/etag.ts";
import { originOf } from "../../../platform/http/origin.ts";
import type { AgentDeps } from "../deps.ts";
import { readPublicKeys } from "../signatures/signing-keys.ts";
import { UCP_VERSIONS } from "../versions.ts";
import { makeProfile, profilePathOf } from "./business-profile.ts";

/** The specification demands `public` and at least a minute. */
const CACHE = "public, max-age=300";

/** Serves the shop's profile in each version. */
export function profileRoutes(app: FastifyInstance, { db, settings, shopSettings }: AgentDeps): void {
  for (const version of UCP_VERSIONS)
    app.get(profilePathOf(version), { schema: { hide: true } }, async (request, reply) => {
      if (!(await shopSettings.current()).AGENTS) throw new ApiError("not_found");
      const origin = settings.SHOP_ORIGIN || originOf(request);
      const keys = await readPublicKeys(db, settings.CODE_SECRET, new Date());
      const json = JSON.stringify(makeProfile({ version, origin, keys }));
      reply.type("application/json; charset=utf-8").headers({
        "cache-control": CACHE,
        "cross-origin-resource-policy": "cross-origin",
        "access-control-allow-origin": "*",
      });
      if (isNotModified(request, reply, hashOf(Buffer.from(json)))) return reply.send();
      return reply.send(json);
    });
}
