import { agentEndpoints } from "./agents.ts";
import { apiTokenEndpoints } from "./api-tokens.ts";
import { auditEndpoints } from "./audit.ts";
import { brandEndpoints } from "./brand.ts";
import { campaignEndpoints } from "./campaigns.ts";
import { cashAdminEndpoints } from "./cash.ts";
import { categoryEndpoints } from "./categories.ts";
import { claimProofEndpoints } from "./claim-proofs.ts";
import { adminContentEndpoints } from "./content.ts";
import { courierBillEndpoints } from "./courier-bills.ts";
import { courierEndpoints } from "./couriers.ts";
import { customerEndpoints } from "./customers.ts";
import { disputeEndpoints } from "./disputes.ts";
import { documentSeriesEndpoints } from "./document-series.ts";
import { draftOrderAdminEndpoints } from "./draft-orders.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { failedDeliveryEndpoints } from "./failed-deliveries.ts";
import { feedEndpoints } from "./feeds.ts";
import { goLiveEndpoints } from "./go-live.ts";
import { gstEndpoints } from "./gst.ts";
import { homeEndpoints } from "./home.ts";
import { importEndpoints } from "./imports.ts";
import { incidentEndpoints } from "./incidents.ts";
import { marginReportEndpoints } from "./margin-report.ts";
import { messageEndpoints } from "./messages.ts";
import { moveEndpoints } from "./moves.ts";
import { offerEndpoints } from "./offers.ts";
import { orderBulkEndpoints } from "./order-bulk.ts";
import { orderEditEndpoints } from "./order-edits.ts";
import { orderFileEndpoints } from "./order-files.ts";
import { orderMoneyEndpoints } from "./order-money.ts";
import { orderNoteEndpoints } from "./order-notes.ts";
import { adminOrderEndpoints } from "./orders.ts";
import { packingEndpoints } from "./packing.ts";
import { parcelScanEndpoints } from "./parcel-scans.ts";
import { passkeyEndpoints } from "./passkeys.ts";
import { phoneMessageEndpoints } from "./phone-messages.ts";
import { priceChangeEndpoints } from "./price-changes.ts";
import { privacyAdminEndpoints } from "./privacy.ts";
import { productGridEndpoints } from "./product-grid.ts";
import { productEndpoints } from "./products.ts";
import { purchaseEndpoints } from "./purchases.ts";
import { redirectEndpoints } from "./redirects.ts";
import { reorderEndpoints } from "./reorder.ts";
import { reportEndpoints } from "./reports.ts";
import { returnEndpoints } from "./returns.ts";
import { adminReviewEndpoints } from "./reviews.ts";
import { salesReportEndpoints } from "./sales-report.ts";
import { savedViewEndpoints } from "./saved-views.ts";
import { searchEndpoints } from "./search.ts";
import { sessionEndpoints } from "./session.ts";
import { settingEndpoints } from "./settings.ts";
import { settlementEndpoints } from "./settlements.ts";
import { setupEndpoints } from "./setup.ts";
import { shippingAdminEndpoints } from "./shipping.ts";
import { staffEndpoints } from "./staff.ts";
import { stockEndpoints } from "./stock.ts";
import { subscriberEndpoints } from "./subscribers.ts";
import { systemEndpoints } from "./system.ts";
import { webhookEndpoints } from "./webhooks.ts";
import { weightDifferenceEndpoints } from "./weight-differences.ts";

/** Every endpoint below `/admin/api`. The server validates and documents by these, the back office takes its types from them. */
export const adminEndpoints = {
  ...sessionEndpoints,
  ...passkeyEndpoints,
  ...staffEndpoints,
  ...homeEndpoints,
  ...salesReportEndpoints,
  ...marginReportEndpoints,
  ...reportEndpoints,
  ...gstEndpoints,
  ...settlementEndpoints,
  ...disputeEndpoints,
  ...searchEndpoints,
  ...auditEndpoints,
  ...adminOrderEndpoints,
  ...cashAdminEndpoints,
  ...draftOrderAdminEndpoints,
  ...savedViewEndpoints,
  ...orderBulkEndpoints,
  ...courierEndpoints,
  ...failedDeliveryEndpoints,
  ...packingEndpoints,
  ...weightDifferenceEndpoints,
  ...parcelScanEndpoints,
  ...orderFileEndpoints,
  ...orderEditEndpoints,
  ...orderMoneyEndpoints,
  ...orderNoteEndpoints,
  ...returnEndpoints,
  ...adminReviewEndpoints,
  ...messageEndpoints,
  ...adminContentEndpoints,
  ...redirectEndpoints,
  ...customerEndpoints,
  ...stockEndpoints,
  ...purchaseEndpoints,
  ...courierBillEndpoints,
  ...reorderEndpoints,
  ...settingEndpoints,
  ...setupEndpoints,
  ...brandEndpoints,
  ...documentSeriesEndpoints,
  ...shippingAdminEndpoints,
  ...productEndpoints,
  ...productGridEndpoints,
  ...claimProofEndpoints,
  ...priceChangeEndpoints,
  ...categoryEndpoints,
  ...goLiveEndpoints,
  ...systemEndpoints,
  ...privacyAdminEndpoints,
  ...incidentEndpoints,
  ...apiTokenEndpoints,
  ...webhookEndpoints,
  ...feedEndpoints,
  ...agentEndpoints,
  ...phoneMessageEndpoints,
  ...importEndpoints,
  ...moveEndpoints,
  ...offerEndpoints,
  ...subscriberEndpoints,
  ...campaignEndpoints,
} as const satisfies Record<string, AdminEndpoint>;

export type AdminEndpointName = keyof typeof adminEndpoints;
