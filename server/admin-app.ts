import type { FastifyInstance } from "fastify";
import { isoDayInIndia } from "../contract/dates.ts";
import { cashAdminRoutes } from "./buying/cash-on-delivery/admin-routes.ts";
import type { orderTerms } from "./buying/checkout/order-terms.ts";
import { draftOrderAdminRoutes } from "./buying/draft-orders/admin-routes.ts";
import { agentAdminRoutes } from "./operations/agents/admin-routes.ts";
import { courierBillAdminRoutes } from "./operations/courier-bills/admin-routes.ts";
import { courierAdminRoutes } from "./operations/couriers/admin-routes.ts";
import { failedDeliveryAdminRoutes } from "./operations/couriers/failed-deliveries/admin-routes.ts";
import { packingAdminRoutes } from "./operations/couriers/packing/admin-routes.ts";
import { scanAdminRoutes } from "./operations/couriers/scan-admin-routes.ts";
import { weightDifferenceAdminRoutes } from "./operations/couriers/weight-differences/admin-routes.ts";
import { disputeAdminRoutes } from "./operations/disputes/admin-routes.ts";
import { feedAdminRoutes } from "./operations/feeds/admin-routes.ts";
import { moveAdminRoutes } from "./operations/moving/admin-routes.ts";
import { parcelFileAdminRoutes } from "./operations/parcel-files/admin-routes.ts";
import { purchaseAdminRoutes } from "./operations/purchases/admin-routes.ts";
import type { AdminEvents } from "./operations/reports/admin-events.ts";
import { reportAdminRoutes } from "./operations/reports/admin-routes.ts";
import { auditSubjectNames } from "./operations/reports/audit-subjects.ts";
import { reportRoutes } from "./operations/reports/report-routes.ts";
import type { Services } from "./operations/services.ts";
import { setupAdminRoutes } from "./operations/setup/admin-routes.ts";
import { readGoLiveState } from "./operations/setup/go-live.ts";
import type { ShopProcess } from "./operations/setup/shop-process.ts";
import { systemAdminRoutes } from "./operations/system/admin-routes.ts";
import { webhookAdminRoutes } from "./operations/webhooks/admin-routes.ts";
import { fulfilmentAdminRoutes } from "./orders/fulfilment/admin-routes.ts";
import { orderAdminRoutes } from "./orders/orders/admin-routes.ts";
import { documentSeriesAdminRoutes } from "./orders/orders/invoice/admin-routes.ts";
import { hasNumbers } from "./orders/orders/invoice/document-series.ts";
import { staffActionsOf } from "./orders/orders/staff/staff-actions.ts";
import { settlementAdminRoutes } from "./orders/payments/settlements/admin-routes.ts";
import { postPurchaseAdminRoutes } from "./orders/post-purchase/admin-routes.ts";
import { apiTokenAdminRoutes } from "./people/api-tokens/admin-routes.ts";
import { apiTokenCheck } from "./people/api-tokens/api-tokens.ts";
import { campaignAdminRoutes } from "./people/campaigns/admin-routes.ts";
import { messageAdminRoutes } from "./people/contact/admin-routes.ts";
import { customerAdminRoutes } from "./people/customers/admin-routes.ts";
import { newsletterAdminRoutes } from "./people/newsletter/admin-routes.ts";
import { privacyAdminRoutes } from "./people/privacy/admin-routes.ts";
import { staffAdminRoutes } from "./people/staff/admin-routes.ts";
import { staffSessionCheck } from "./people/staff/sessions.ts";
import { auditAdminRoutes } from "./platform/audit/admin-routes.ts";
import type { Environment } from "./platform/config/config.ts";
import { adminDocumentation } from "./platform/http/admin-documentation.ts";
import { bodies } from "./platform/http/bodies.ts";
import { sendErrorsAsJson } from "./platform/http/errors.ts";
import type { ContextDeps } from "./platform/http/request-context.ts";
import { acceptStaff, type FindStaff, tellStorageTrouble } from "./platform/http/staff-sessions.ts";
import type { MediaLibrary } from "./platform/media/media-library.ts";
import { phoneMessageAdminRoutes } from "./platform/phone-messages/admin-routes.ts";
import { offerAdminRoutes } from "./selling/offers/admin-routes.ts";
import { settingAdminRoutes } from "./selling/settings/admin-routes.ts";
import type { ShopSettingsReader } from "./selling/settings/shop-settings.ts";
import { shippingAdminRoutes } from "./selling/shipping/admin-routes.ts";
import { stockAdminRoutes } from "./selling/stock/admin-routes.ts";
import { catalogueAdminRoutes } from "./shop/catalogue/admin-routes.ts";
import { findUnknownCategories } from "./shop/catalogue/categories.ts";
import { importAdminRoutes } from "./shop/catalogue/import/admin-routes.ts";
import { findUnknownSlugs } from "./shop/catalogue/import/product-lookups.ts";
import type { ReadShipping } from "./shop/catalogue/products.ts";
import { contentAdminRoutes } from "./shop/content/admin-routes.ts";
import { redirectAdminRoutes } from "./shop/redirects/admin-routes.ts";
import { reviewAdminRoutes } from "./shop/reviews/admin-routes.ts";
import { queueRestockEmails } from "./shop/wishlist/restock-emails.ts";

export interface AdminDeps extends ContextDeps {
  terms: ReturnType<typeof orderTerms>;
  shopSettings: ShopSettingsReader;
  /** Takes precedence over the owner's settings in the database. */
  environment: Environment;
  /** Null for a process that contacts no service: it has no tests of them. */
  services: Pick<Services, "mail" | "payments" | "couriers"> | null;
  /** Finds who calls, instead of by the sessions of staff. */
  findStaff?: FindStaff;
  adminEvents: AdminEvents;
  shopProcess: ShopProcess;
  /** Counts the other instances on this database. */
  countOtherInstances(): Promise<number>;
  readShipping: ReadShipping;
  media: MediaLibrary;
  /** Folder for uploads that are too large for memory. */
  uploads: string;
}

/** Assembles the API of the back office, below `/admin/api`: sessions of staff, and each module's endpoints for them. */
export async function adminApi(admin: FastifyInstance, deps: AdminDeps): Promise<void> {
  const { db, settings, shopSettings, environment, services, uploads, adminEvents } = deps;
  await bodies(admin, uploads);
  // Product files, their pictures and the files of couriers: their endpoints read the body as a stream.
  admin.addContentTypeParser(["text/csv", "application/octet-stream"], (_request, payload, done) =>
    done(null, payload),
  );
  acceptStaff(admin, {
    findStaff: deps.findStaff ?? staffSessionCheck(db),
    findApiToken: apiTokenCheck(db),
    shopOrigin: settings.SHOP_ORIGIN,
  });
  tellStorageTrouble(admin);
  await adminDocumentation(admin);
  staffAdminRoutes(admin, deps);
  auditAdminRoutes(admin, { db, readNames: auditSubjectNames(db) });
  const staffActions = staffActionsOf({
    db,
    shopSettings,
    readSender: deps.readSender,
    codeSecret: settings.CODE_SECRET,
  });
  draftOrderAdminRoutes(admin, deps);
  orderAdminRoutes(admin, { db, staffActions });
  documentSeriesAdminRoutes(admin, { db, settings, shopSettings });
  const readRule = async () => ({
    today: isoDayInIndia(new Date()),
    minDays: (await shopSettings.current()).LOT_MIN_DAYS,
  });
  shippingAdminRoutes(admin, { db, shopSettings });
  stockAdminRoutes(admin, { db, readRule });
  purchaseAdminRoutes(admin, { db, uploads, readRule });
  offerAdminRoutes(admin, { db });
  importAdminRoutes(admin, deps);
  moveAdminRoutes(admin, { db, uploads, settings });
  fulfilmentAdminRoutes(admin, {
    db,
    media: deps.media,
    staffActions,
    readRule,
    readSender: deps.readSender,
    readSettings: () => shopSettings.current(),
  });
  failedDeliveryAdminRoutes(admin, { db, staffActions });
  weightDifferenceAdminRoutes(admin, { db });
  packingAdminRoutes(admin, { db, staffActions, readSettings: () => shopSettings.current() });
  postPurchaseAdminRoutes(admin, { db, staffActions });
  const readReorderRule = async () => {
    const { REORDER_LEAD_DAYS: leadDays, REORDER_COVER_DAYS: coverDays } = await shopSettings.current();
    return { leadDays, coverDays };
  };
  reportRoutes(admin, { db, uploads, shopSettings, readReorderRule });
  reportAdminRoutes(admin, {
    db,
    adminEvents,
    goLive: settings.DEMO ? null : () => readGoLiveState(db, environment),
    readReorderRule,
  });
  settlementAdminRoutes(admin, { db });
  disputeAdminRoutes(admin, { db, media: deps.media, readSettings: () => shopSettings.current() });
  parcelFileAdminRoutes(admin, { db, uploads, staffActions });
  courierBillAdminRoutes(admin, { db, uploads });
  courierAdminRoutes(admin, { db, providers: services?.couriers ?? new Map(), staffActions });
  scanAdminRoutes(admin, { db, settings });
  cashAdminRoutes(admin, { db, uploads, staffActions });
  reviewAdminRoutes(admin, deps);
  contentAdminRoutes(admin, deps);
  redirectAdminRoutes(admin, { db, uploads });
  customerAdminRoutes(admin, { db });
  newsletterAdminRoutes(admin, { db, shopOrigin: settings.SHOP_ORIGIN });
  campaignAdminRoutes(admin, deps);
  privacyAdminRoutes(admin, deps);
  messageAdminRoutes(admin, { ...deps, readSettings: () => shopSettings.current() });
  const findUnknown = { products: findUnknownSlugs, categories: findUnknownCategories };
  agentAdminRoutes(admin, { db, settings, shopSettings, environment });
  settingAdminRoutes(admin, { db, environment, findUnknown, hasNumbers, media: deps.media, deployment: settings });
  catalogueAdminRoutes(admin, {
    ...deps,
    readRule,
    restocking: (sender, now) => (trx, productIds) => queueRestockEmails(trx, productIds, sender, now),
  });
  setupAdminRoutes(admin, {
    ...deps,
    services: services && { ...deps, transport: services.mail, provider: services.payments },
  });
  systemAdminRoutes(admin, deps);
  apiTokenAdminRoutes(admin, { db });
  webhookAdminRoutes(admin, { db, settings });
  feedAdminRoutes(admin, deps);
  phoneMessageAdminRoutes(admin, {
    db,
    settings,
    readShopName: async () => (await shopSettings.current()).SHOP_NAME,
  });
  sendErrorsAsJson(admin);
}
