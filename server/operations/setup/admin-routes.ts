import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import type { GoLive } from "../../../contract/admin/go-live.ts";
import { takeBackTestOrders } from "../../orders/post-purchase/take-back-test-orders.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { originOf } from "../../platform/http/origin.ts";
import { recordMilestone } from "../../platform/live/database-state.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import type { MediaLibrary } from "../../platform/media/media-library.ts";
import { changeSettings } from "../../selling/settings/change-settings.ts";
import { closedShopPath } from "../../selling/settings/closed-shop.ts";
import { readStored } from "../../selling/settings/shop-settings.ts";
import { readGoLive } from "./go-live.ts";
import { proposedSettings } from "./proposals.ts";
import { listServices, type ServiceDeps, testService } from "./service-checks.ts";
import { storeStarters } from "./starters.ts";

interface RouteDeps extends Pick<ServiceDeps, "db" | "settings"> {
  environment: Record<string, string | undefined>;
  media: MediaLibrary;
  readSender: (origin: string) => Promise<MailSender>;
  /** The services that can be tested; null if this process contacts none. */
  services: ServiceDeps | null;
}

export function setupAdminRoutes(admin: FastifyInstance, deps: RouteDeps): void {
  const { db, environment, settings, media, services } = deps;
  const read = async (): Promise<{ data: GoLive }> => ({
    data: {
      ...(await readGoLive(db, { environment, demo: settings.DEMO })),
      isOpen: settings.DEMO || (await readStored(db, environment)).SHOP_OPEN,
      visitPath: closedShopPath(settings.CODE_SECRET, new Date()),
      services: await listServices(deps),
    },
  });
  handleAdmin(admin, adminEndpoints.readGoLive, read);
  handleAdmin(admin, adminEndpoints.acceptProposals, async ({ staff, body: { names } }) => {
    const accepted = (await proposedSettings(db, environment)).filter(({ name }) => names.includes(name));
    const values = Object.fromEntries(accepted.map(({ name, value }) => [name, value]));
    await changeSettings({ db, actor: staff, environment }, values);
    return read();
  });
  handleAdmin(admin, adminEndpoints.storeStarters, async ({ staff }) => {
    const stored = await storeStarters(db, media, staff);
    const subject = { type: "shop" as const, id: "starters" };
    await recordAudit(db, staff, { action: "shop.starters_stored", subject, after: stored }, new Date());
    return read();
  });
  handleAdmin(admin, adminEndpoints.dismissGuide, async ({ staff }) => {
    await db.transaction(async (trx) => {
      await recordMilestone(trx, "guide_dismissed");
      const subject = { type: "shop" as const, id: "guide" };
      await recordAudit(trx, staff, { action: "shop.guide_dismissed", subject }, new Date());
    });
    return read();
  });
  handleAdmin(admin, adminEndpoints.takeBackTestOrders, async ({ staff }) => {
    await takeBackTestOrders(db, staff, new Date());
    return read();
  });
  handleAdmin(admin, adminEndpoints.listServices, async () => ({ data: await listServices(deps) }));
  if (services)
    handleAdmin(admin, adminEndpoints.testService, async ({ staff, params: { service }, request }) => {
      const sender = await deps.readSender(originOf(request));
      return { data: await testService(services, service, { staff, sender }) };
    });
}
