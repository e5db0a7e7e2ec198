/**
 * What staff may do: flat permissions, each with a description. A role is a list of permissions, stored as data. Refunds, exports of
 * personal data, and staff itself have permissions of their own.
 */
export const PERMISSIONS = {
  view_orders: "see orders",
  change_orders: "cancel orders and change their addresses",
  fulfil_orders: "pack, ship and deliver orders",
  refund: "refund payments",
  refund_over_limit: "refund more than the role’s limit",
  answer_disputes: "answer disputed payments with evidence",
  decide_returns: "approve, receive and decline returns",
  view_products: "see products and stock",
  edit_products: "edit products and categories",
  edit_prices: "change prices and taxes",
  adjust_stock: "receive and adjust stock",
  view_costs: "see purchases, what units cost and what the shop earns",
  book_purchases: "book, correct and take back purchases and couriers’ bills",
  edit_content: "edit banners, pages, FAQs and redirects",
  send_newsletter: "see subscribers and send the newsletter",
  moderate_reviews: "publish and reject reviews",
  answer_messages: "read and answer messages and grievances",
  view_customers: "see customers",
  edit_customers: "change customers and end their sessions",
  export_customers: "export and erase customers’ data",
  edit_offers: "create and end offers",
  record_remittances: "record what couriers and the payment provider have paid out",
  view_reports: "see reports, GST months and settlements",
  freeze_gst: "freeze GST months as filed",
  edit_settings: "change the shop’s settings",
  change_keys: "change the mail server, the payment keys and the shop’s web address",
  manage_staff: "invite and remove staff, and edit roles",
  view_audit_log: "see the audit log",
} as const satisfies Record<string, string>;

export type Permission = keyof typeof PERMISSIONS;
export const ALL_PERMISSIONS = Object.keys(PERMISSIONS) as Permission[];

/** Says what a role may not do, and who can change that. */
export const missingPermissionText = (permission: Permission) =>
  `Your role may not ${PERMISSIONS[permission]} (${permission}). Somebody who manages staff can allow it.`;

export const isPermission = (name: string): name is Permission => Object.hasOwn(PERMISSIONS, name);

/** The role with every permission, including future ones. It cannot be edited or deleted. */
export const OWNER_ROLE = "Owner";

/** The roles of a new shop. The owner can edit, delete and add roles, except Owner. */
export const ROLE_TEMPLATES: Readonly<Record<string, readonly Permission[]>> = {
  [OWNER_ROLE]: ALL_PERMISSIONS,
  Manager: ALL_PERMISSIONS.filter(
    (name) => !["manage_staff", "edit_settings", "change_keys", "export_customers"].includes(name),
  ),
  Packer: ["view_orders", "fulfil_orders", "view_products"],
  Support: [
    "view_orders",
    "change_orders",
    "decide_returns",
    "view_products",
    "moderate_reviews",
    "answer_messages",
    "view_customers",
  ],
  Content: ["view_products", "edit_products", "edit_content", "moderate_reviews"],
  Accountant: [
    "view_orders",
    "answer_disputes",
    "view_reports",
    "view_costs",
    "freeze_gst",
    "record_remittances",
    "view_audit_log",
  ],
};
