import type { Permission } from "../../contract/admin/permissions.ts";

interface Page {
  to: string;
  name: string;
  /** Opens it after `g`. */
  key: string;
  /** What its data needs, if not everybody sees it. */
  permission?: Permission;
}

/** The pages of the navigation. */
const PAGES: readonly Page[] = [
  { to: "/", name: "Home", key: "h" },
  { to: "/orders", name: "Orders", key: "o", permission: "view_orders" },
  { to: "/returns", name: "Returns", key: "e", permission: "view_orders" },
  { to: "/reviews", name: "Reviews", key: "r", permission: "moderate_reviews" },
  { to: "/messages", name: "Messages", key: "m", permission: "answer_messages" },
  { to: "/staff", name: "Staff and roles", key: "s", permission: "manage_staff" },
  { to: "/audit", name: "Audit log", key: "l", permission: "view_audit_log" },
];

/** Those that somebody with these permissions may see. */
export const pagesFor = (permissions: readonly Permission[]) =>
  PAGES.filter(({ permission }) => !permission || permissions.includes(permission));
