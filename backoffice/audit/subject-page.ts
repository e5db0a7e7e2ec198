import type { AuditEntry } from "../../contract/admin/audit.ts";
import type { AuditSubject } from "../../contract/admin/audit-names.ts";
import type { Permission } from "../../contract/admin/permissions.ts";

type To = (id: string) => string;
const byId =
  (list: string): To =>
  (id) =>
    `${list}/${encodeURIComponent(id)}`;
/** Of what concerns all at once, the list. */
const oneOrAll =
  (path: string): To =>
  (id) =>
    id === "all" ? path : byId(path)(id);
/** The page of one that has a number, else the list. */
const byNumber =
  (list: string): To =>
  (id) =>
    /^\d+$/.test(id) ? `${list}/${id}` : list;
const list =
  (path: string): To =>
  () =>
    path;

/** The page of each kind of subject, and the permission that it needs. */
const PAGES: Readonly<Record<AuditSubject, { to: To; permission: Permission }>> = {
  agent: { to: list("/integrations/agents"), permission: "edit_settings" },
  audit: { to: list("/audit"), permission: "view_audit_log" },
  campaign: { to: byId("/newsletter"), permission: "send_newsletter" },
  category: { to: byNumber("/categories"), permission: "view_products" },
  content: { to: byId("/content"), permission: "edit_content" },
  courier_account: { to: list("/couriers"), permission: "fulfil_orders" },
  courier_bill: { to: list("/purchases/courier-bills"), permission: "view_costs" },
  customer: { to: oneOrAll("/customers"), permission: "view_customers" },
  dispute: { to: byId("/disputes"), permission: "answer_disputes" },
  document_series: { to: list("/settings?subject=seller#NEXT_NUMBERS"), permission: "edit_settings" },
  draft_order: { to: list("/draft-orders"), permission: "change_orders" },
  gst_month: { to: (month) => `/reports/gst?month=${month}`, permission: "view_reports" },
  import: { to: byNumber("/imports"), permission: "edit_products" },
  incident: { to: byId("/privacy/incidents"), permission: "view_customers" },
  invitation: { to: list("/staff"), permission: "manage_staff" },
  job: { to: list("/system"), permission: "edit_settings" },
  lot: { to: byId("/lots"), permission: "view_orders" },
  mail: { to: list("/system/emails"), permission: "edit_settings" },
  message: {
    to: (id) => (id === "grievances" ? "/messages?tab=grievances" : `/messages?q=${id}`),
    permission: "answer_messages",
  },
  move: { to: byNumber("/moves"), permission: "edit_products" },
  newsletter: { to: list("/newsletter/subscribers"), permission: "send_newsletter" },
  offer: { to: byId("/offers"), permission: "edit_offers" },
  order: { to: oneOrAll("/orders"), permission: "view_orders" },
  phone_template: { to: list("/integrations/messages"), permission: "edit_settings" },
  pincode: { to: (pincode) => `/cash/lists?q=${pincode}`, permission: "view_orders" },
  privacy_request: { to: list("/privacy"), permission: "view_customers" },
  product: { to: byId("/products"), permission: "view_products" },
  purchase: { to: byId("/purchases"), permission: "view_costs" },
  redirect: {
    to: (path) => (path.startsWith("/") ? `/redirects?q=${encodeURIComponent(path)}` : "/redirects"),
    permission: "edit_content",
  },
  remittance: { to: byId("/cash/remittances"), permission: "view_orders" },
  report: { to: byId("/reports"), permission: "view_reports" },
  review: { to: list("/reviews"), permission: "moderate_reviews" },
  role: { to: list("/staff"), permission: "manage_staff" },
  service: { to: list("/system/services"), permission: "edit_settings" },
  setting: { to: (name) => `/settings?q=${name}`, permission: "edit_settings" },
  shipping: { to: list("/shipping"), permission: "edit_settings" },
  shop: { to: list("/go-live"), permission: "edit_settings" },
  signing_key: { to: list("/integrations/agents"), permission: "edit_settings" },
  staff: { to: list("/staff"), permission: "manage_staff" },
  stock: { to: byId("/stock"), permission: "view_products" },
  subscriber: { to: byId("/newsletter/subscribers"), permission: "send_newsletter" },
  supplier: { to: list("/reorder"), permission: "book_purchases" },
  token: { to: list("/integrations"), permission: "edit_settings" },
  view: { to: list("/orders"), permission: "view_orders" },
  webhook: { to: byId("/integrations/webhooks"), permission: "edit_settings" },
};

/** Returns the page of a subject; null if the member may not see it, or the change has bypassed the shop and its table has no page. */
export function pageOf(
  { type, id }: Pick<AuditEntry["subject"], "type" | "id">,
  permissions: readonly Permission[],
): string | null {
  const page = Object.hasOwn(PAGES, type) ? PAGES[type as AuditSubject] : undefined;
  return page && permissions.includes(page.permission) ? page.to(id) : null;
}
