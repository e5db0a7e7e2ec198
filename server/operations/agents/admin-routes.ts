import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Agents } from "../../../contract/admin/agents.ts";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { DeploymentSettings, Environment } from "../../platform/config/config.ts";
import type { Database } from "../../platform/database/database.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { originOf } from "../../platform/http/origin.ts";
import { changeSettings } from "../../selling/settings/change-settings.ts";
import type { ShopSettingsReader } from "../../selling/settings/shop-settings.ts";
import { decideOnPlatform, listPlatforms } from "./callers/platforms.ts";
import { PROFILE_PATH } from "./profile/business-profile.ts";
import { listSigningKeys, replaceSigningKeys } from "./signatures/signing-keys.ts";

interface Deps {
  db: Database;
  settings: Pick<DeploymentSettings, "SHOP_ORIGIN" | "CODE_SECRET">;
  shopSettings: ShopSettingsReader;
  environment: Environment;
}

export function agentAdminRoutes(admin: FastifyInstance, { db, settings, shopSettings, environment }: Deps): void {
  async function read(request: FastifyRequest): Promise<{ data: Agents }> {
    const { AGENTS, AGENTS_SIGNED_ONLY } = await shopSettings.current();
    return {
      data: {
        isOn: AGENTS,
        signedOnly: AGENTS_SIGNED_ONLY,
        isFixed: environment.AGENTS !== undefined || environment.AGENTS_SIGNED_ONLY !== undefined,
        profileUrl: (settings.SHOP_ORIGIN || originOf(request)) + PROFILE_PATH,
        keys: await listSigningKeys(db),
        ...(await listPlatforms(db)),
      },
    };
  }

  handleAdmin(admin, adminEndpoints.listAgents, ({ request }) => read(request));
  handleAdmin(admin, adminEndpoints.switchAgents, async ({ request, staff: actor, body: { isOn, signedOnly } }) => {
    await changeSettings(
      { db, actor, environment },
      {
        ...(isOn !== undefined && { AGENTS: String(isOn) }),
        ...(signedOnly !== undefined && { AGENTS_SIGNED_ONLY: String(signedOnly) }),
      },
    );
    return read(request);
  });
  handleAdmin(admin, adminEndpoints.decideOnAgent, async ({ request, staff, body }) => {
    await decideOnPlatform(db, body, staff);
    return read(request);
  });
  handleAdmin(admin, adminEndpoints.replaceSigningKeys, async ({ request, staff }) => {
    const now = new Date();
    await db.transaction(async (trx) => {
      await replaceSigningKeys(trx, settings.CODE_SECRET, now);
      await recordAudit(
        trx,
        staff,
        { action: "signing_key.replaced", subject: { type: "signing_key", id: "all" } },
        now,
      );
    });
    return read(request);
  });
}
