import type { FastifyReply } from "fastify";
import type { DeploymentSettings } from "../../../platform/config/config.ts";
import type { Database } from "../../../platform/database/database.ts";
import { contentDigest, signMessage } from "./sign.ts";
import { readSigner } from "./signing-keys.ts";

interface Deps {
  db: Database;
  settings: Pick<DeploymentSettings, "CODE_SECRET">;
}

/**
 * Signs a response that has its status.
 * @param body as it is sent
 */
export async function signResponse(
  { db, settings }: Deps,
  reply: FastifyReply,
  { body, contentType, now }: { body: string; contentType: string; now: Date },
): Promise<void> {
  const signer = await readSigner(db, settings.CODE_SECRET, now);
  const headers = { "content-digest": contentDigest(body), "content-type": contentType };
  const message = { status: reply.statusCode, headers: new Map(Object.entries(headers)) };
  reply.headers({ ...headers, ...signMessage(signer, message, ["@status", ...Object.keys(headers)], now) });
}
