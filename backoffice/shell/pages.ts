import type { Permission } from "../../contract/admin/permissions.ts";

interface Page {
  to: string;
  name: string;
  /** Opens it after `g`. */
  key: string;
  /** What its data needs, if not everybody sees it. */
  permission?: Permission;
  section: (typeof SECTIONS)[number];
}

/** Headings of the navigation, in their order. */
export const SECTIONS = ["Sell", "Catalogue", "People", "Reports", "Shop"] as const;

/** The pages of the navigation. */
const PAGES: readonly Page[] = [
  { to: "/", name: "Home", key: "h", section: "Sell" },
  { to: "/orders", name: "Orders", key: "o", permission: "view_orders", section: "Sell" },
  { to: "/drafts", name: "Prepared orders", key: "z", permission: "change_orders", section: "Sell" },
  { to: "/returns", name: "Returns", key: "e", permission: "view_orders", section: "Sell" },
  { to: "/content", name: "Content", key: "t", permission: "edit_content", section: "Catalogue" },
  { to: "/customers", name: "Customers", key: "u", permission: "view_customers", section: "People" },
  { to: "/products", name: "Products", key: "p", permission: "view_products", section: "Catalogue" },
  { to: "/offers", name: "Offers", key: "f", permission: "edit_offers", section: "Sell" },
  { to: "/stock", name: "Stock", key: "k", permission: "view_products", section: "Catalogue" },
  { to: "/privacy", name: "Privacy requests", key: "y", permission: "view_customers", section: "People" },
  { to: "/imports", name: "Import", key: "i", permission: "edit_products", section: "Catalogue" },
  { to: "/reviews", name: "Reviews", key: "r", permission: "moderate_reviews", section: "People" },
  { to: "/messages", name: "Messages", key: "m", permission: "answer_messages", section: "People" },
  { to: "/go-live", name: "Go live", key: "v", permission: "edit_settings", section: "Shop" },
  { to: "/settings", name: "Settings", key: "q", permission: "edit_settings", section: "Shop" },
  { to: "/reports/sales", name: "Sales reports", key: "w", permission: "view_reports", section: "Reports" },
  { to: "/integrations", name: "Integrations", key: "a", permission: "edit_settings", section: "Shop" },
  { to: "/system", name: "System", key: "j", permission: "edit_settings", section: "Shop" },
  { to: "/reports/gst", name: "Tax month", key: "y", permission: "view_reports", section: "Reports" },
  { to: "/reports/settlements", name: "Settlements", key: "b", permission: "view_reports", section: "Reports" },
  { to: "/staff", name: "Staff and roles", key: "s", permission: "manage_staff", section: "Shop" },
  { to: "/audit", name: "Audit log", key: "l", permission: "view_audit_log", section: "Shop" },
];

/** Those that somebody with these permissions may see. */
export const pagesFor = (permissions: readonly Permission[]) =>
  PAGES.filter(({ permission }) => !permission || permissions.includes(permission));
