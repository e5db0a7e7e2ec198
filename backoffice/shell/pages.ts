import type { Permission } from "../../contract/admin/permissions.ts";

interface Page {
  to: string;
  name: string;
  /** The key that opens it after `g`. */
  key: string;
  /** The permission that its data needs; missing if everybody may see it. */
  permission?: Permission;
}

/** The navigation: headings with their pages, in order. */
const SECTIONS: readonly { name: string; pages: readonly Page[] }[] = [
  {
    name: "Sell",
    pages: [
      { to: "/", name: "Home", key: "h" },
      { to: "/orders", name: "Orders", key: "o", permission: "view_orders" },
      { to: "/draft-orders", name: "Draft orders", key: "z", permission: "change_orders" },
      { to: "/cash", name: "Cash on delivery", key: "d", permission: "view_orders" },
      { to: "/returns", name: "Returns", key: "e", permission: "view_orders" },
      { to: "/disputes", name: "Disputes", key: "g", permission: "answer_disputes" },
      { to: "/offers", name: "Offers", key: "f", permission: "edit_offers" },
    ],
  },
  {
    name: "Catalogue",
    pages: [
      { to: "/products", name: "Products", key: "p", permission: "view_products" },
      { to: "/categories", name: "Categories", key: "c", permission: "view_products" },
      { to: "/stock", name: "Stock", key: "k", permission: "view_products" },
      { to: "/imports", name: "Import", key: "i", permission: "edit_products" },
      { to: "/content", name: "Content", key: "t", permission: "edit_content" },
    ],
  },
  {
    name: "People",
    pages: [
      { to: "/customers", name: "Customers", key: "u", permission: "view_customers" },
      { to: "/reviews", name: "Reviews", key: "r", permission: "moderate_reviews" },
      { to: "/newsletter", name: "Newsletter", key: "n", permission: "send_newsletter" },
      { to: "/messages", name: "Messages", key: "m", permission: "answer_messages" },
      { to: "/privacy", name: "Privacy requests", key: "y", permission: "view_customers" },
    ],
  },
  {
    name: "Reports",
    pages: [
      { to: "/reports/sales", name: "Sales reports", key: "w", permission: "view_reports" },
      { to: "/reports/gst", name: "Tax month", key: "x", permission: "view_reports" },
      { to: "/reports/settlements", name: "Settlements", key: "b", permission: "view_reports" },
    ],
  },
  {
    name: "Shop",
    pages: [
      { to: "/settings", name: "Settings", key: "q", permission: "edit_settings" },
      { to: "/shipping", name: "Shipping", key: "1", permission: "edit_settings" },
      { to: "/go-live", name: "Go live", key: "v", permission: "edit_settings" },
      { to: "/system", name: "System", key: "j", permission: "edit_settings" },
      { to: "/integrations", name: "Integrations", key: "a", permission: "edit_settings" },
      { to: "/staff", name: "Staff and roles", key: "s", permission: "manage_staff" },
      { to: "/audit", name: "Audit log", key: "l", permission: "view_audit_log" },
    ],
  },
];

const isFor =
  (permissions: readonly Permission[]) =>
  ({ permission }: Page) =>
    !permission || permissions.includes(permission);

/** Returns the pages for somebody with these permissions. */
export const pagesFor = (permissions: readonly Permission[]): Page[] =>
  SECTIONS.flatMap(({ pages }) => pages.filter(isFor(permissions)));

/** Returns the pages by heading, without empty headings. */
export const sectionsFor = (permissions: readonly Permission[]) =>
  SECTIONS.map(({ name, pages }) => ({ name, pages: pages.filter(isFor(permissions)) })).filter(
    ({ pages }) => pages.length > 0,
  );
