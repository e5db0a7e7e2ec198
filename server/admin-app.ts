import type { FastifyInstance } from "fastify";
import { isoDayInIndia } from "../contract/dates.ts";
import { apiTokenAdminRoutes } from "./api-tokens/admin-routes.ts";
import { apiTokenCheck } from "./api-tokens/api-tokens.ts";
import { auditAdminRoutes } from "./audit/admin-routes.ts";
import { campaignAdminRoutes } from "./campaigns/admin-routes.ts";
import { cashAdminRoutes } from "./cash-on-delivery/admin-routes.ts";
import { catalogueAdminRoutes } from "./catalogue/admin-routes.ts";
import { findUnknownCategories } from "./catalogue/categories.ts";
import { importAdminRoutes } from "./catalogue/import-routes.ts";
import { findUnknownSlugs } from "./catalogue/product-lookups.ts";
import type { orderTerms } from "./checkout/order-terms.ts";
import type { Environment } from "./config.ts";
import { messageAdminRoutes } from "./contact/admin-routes.ts";
import { contentAdminRoutes } from "./content/admin-routes.ts";
import { customerAdminRoutes } from "./customers/admin-routes.ts";
import { disputeAdminRoutes } from "./disputes/admin-routes.ts";
import { draftOrderAdminRoutes } from "./draft-orders/admin-routes.ts";
import { fulfilmentAdminRoutes } from "./fulfilment/admin-routes.ts";
import { adminDocumentation } from "./http/admin-documentation.ts";
import { bodies } from "./http/bodies.ts";
import { sendErrorsAsJson } from "./http/errors.ts";
import { acceptStaff } from "./http/staff-sessions.ts";
import type { Integrations } from "./integrations.ts";
import type { MediaLibrary } from "./media/media-library.ts";
import { newsletterAdminRoutes } from "./newsletter/admin-routes.ts";
import { offerAdminRoutes } from "./offers/admin-routes.ts";
import { orderAdminRoutes } from "./orders/admin-routes.ts";
import { staffActionsOf } from "./orders/staff-actions.ts";
import { settlementAdminRoutes } from "./payments/settlements/admin-routes.ts";
import { postPurchaseAdminRoutes } from "./post-purchase/admin-routes.ts";
import { privacyAdminRoutes } from "./privacy/admin-routes.ts";
import type { AdminEvents } from "./reports/admin-events.ts";
import { reportAdminRoutes } from "./reports/admin-routes.ts";
import { auditSubjectNames } from "./reports/audit-subjects.ts";
import { reportRoutes } from "./reports/report-routes.ts";
import type { ContextDeps } from "./request-context.ts";
import { reviewAdminRoutes } from "./reviews/admin-routes.ts";
import { settingAdminRoutes } from "./settings/admin-routes.ts";
import type { ShopSettingsReader } from "./settings/shop-settings.ts";
import { setupAdminRoutes } from "./setup/admin-routes.ts";
import { readGoLiveState } from "./setup/go-live.ts";
import { shippingAdminRoutes } from "./shipping/admin-routes.ts";
import { staffAdminRoutes } from "./staff/admin-routes.ts";
import { staffSessionCheck } from "./staff/sessions.ts";
import { stockAdminRoutes } from "./stock/admin-routes.ts";
import { systemAdminRoutes } from "./system/admin-routes.ts";
import { webhookAdminRoutes } from "./webhooks/admin-routes.ts";
import { queueRestockEmails } from "./wishlist/restock-emails.ts";

export interface AdminDeps extends ContextDeps {
  terms: ReturnType<typeof orderTerms>;
  shopSettings: ShopSettingsReader;
  /** Takes precedence over the owner's settings in the database. */
  environment: Environment;
  integrations: Pick<Integrations, "mail" | "payments">;
  adminEvents: AdminEvents;
  media: MediaLibrary;
  /** Folder for uploads that are too large for memory. */
  uploads: string;
}

/** Assembles the API of the back office, below `/admin/api`: sessions of staff, and each module's endpoints for them. */
export async function adminApi(admin: FastifyInstance, deps: AdminDeps): Promise<void> {
  const { db, settings, shopSettings, environment, integrations, uploads, adminEvents } = deps;
  await bodies(admin, uploads);
  // Product files and couriers’ remittances: their endpoints read the body as a stream.
  admin.addContentTypeParser("text/csv", (_request, payload, done) => done(null, payload));
  acceptStaff(admin, {
    findStaff: staffSessionCheck(db),
    findApiToken: apiTokenCheck(db),
    shopOrigin: settings.SHOP_ORIGIN,
  });
  await adminDocumentation(admin);
  staffAdminRoutes(admin, deps);
  auditAdminRoutes(admin, { db, readNames: auditSubjectNames(db) });
  const staffActions = staffActionsOf({ db, shopSettings, readSender: deps.readSender });
  draftOrderAdminRoutes(admin, deps);
  orderAdminRoutes(admin, { db, staffActions });
  const readRule = async () => ({
    today: isoDayInIndia(new Date()),
    minDays: (await shopSettings.current()).LOT_MIN_DAYS,
  });
  shippingAdminRoutes(admin, { db, shopSettings });
  stockAdminRoutes(admin, { db, readRule });
  offerAdminRoutes(admin, { db });
  importAdminRoutes(admin, { db, uploads });
  fulfilmentAdminRoutes(admin, {
    db,
    staffActions,
    readRule,
    readSender: deps.readSender,
    readSettings: () => shopSettings.current(),
  });
  postPurchaseAdminRoutes(admin, { db, staffActions });
  reportRoutes(admin, { db, uploads, shopSettings });
  reportAdminRoutes(admin, { db, adminEvents, goLive: settings.DEMO ? null : () => readGoLiveState(db, environment) });
  settlementAdminRoutes(admin, { db });
  disputeAdminRoutes(admin, { db, readSettings: () => shopSettings.current() });
  cashAdminRoutes(admin, { db, uploads, staffActions });
  reviewAdminRoutes(admin, deps);
  contentAdminRoutes(admin, deps);
  customerAdminRoutes(admin, { db });
  newsletterAdminRoutes(admin, { db });
  campaignAdminRoutes(admin, deps);
  privacyAdminRoutes(admin, deps);
  messageAdminRoutes(admin, { ...deps, readSettings: () => shopSettings.current() });
  const findUnknown = { products: findUnknownSlugs, categories: findUnknownCategories };
  settingAdminRoutes(admin, { db, environment, findUnknown });
  catalogueAdminRoutes(admin, {
    ...deps,
    restocking: (sender, now) => (trx, productIds) => queueRestockEmails(trx, productIds, sender, now),
  });
  setupAdminRoutes(admin, {
    ...deps,
    transport: integrations.mail,
    provider: integrations.payments,
  });
  systemAdminRoutes(admin, deps);
  apiTokenAdminRoutes(admin, { db });
  webhookAdminRoutes(admin, { db, settings });
  sendErrorsAsJson(admin);
}
