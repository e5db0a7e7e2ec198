import type { Permission } from "../../contract/admin/permissions.ts";

interface Page {
  to: string;
  name: string;
  /** Other names by which it is looked for. */
  also?: string;
  /** Paths of other pages that belong to it. */
  covers?: readonly string[];
  /** The key that opens it after `g`. */
  key: string;
  /** The permission that its data needs; missing if everybody may see it. */
  permission?: Permission;
}

export type SectionName = "Sell" | "Catalogue" | "People" | "Reports" | "Shop";

/** The navigation: headings with their pages, in order. */
const SECTIONS: readonly { name: SectionName; pages: readonly Page[] }[] = [
  {
    name: "Sell",
    pages: [
      { to: "/", name: "Home", key: "h" },
      {
        to: "/orders",
        name: "Orders",
        also: "sales shipments parcels pack ship awb",
        key: "o",
        permission: "view_orders",
      },
      {
        to: "/packing",
        name: "Packing",
        also: "scan barcode slip weigh labels",
        key: "7",
        permission: "fulfil_orders",
      },
      {
        to: "/draft-orders",
        name: "Draft orders",
        also: "phone orders payment links",
        key: "z",
        permission: "change_orders",
      },
      { to: "/cash", name: "Cash on delivery", also: "cod remittances couriers", key: "d", permission: "view_orders" },
      {
        to: "/couriers",
        name: "Couriers",
        also: "shiprocket delhivery accounts bookings pick-ups labels balance wallet",
        key: "8",
        permission: "fulfil_orders",
      },
      { to: "/returns", name: "Returns", also: "refunds exchanges replacements", key: "e", permission: "view_orders" },
      {
        to: "/weight-differences",
        name: "Weight differences",
        also: "disputes volumetric couriers charged",
        key: "0",
        permission: "fulfil_orders",
      },
      {
        to: "/failed-deliveries",
        name: "Failed deliveries",
        also: "ndr undelivered rto attempts",
        key: "6",
        permission: "view_orders",
      },
      { to: "/disputes", name: "Disputes", also: "chargebacks", key: "g", permission: "answer_disputes" },
      {
        to: "/offers",
        name: "Offers",
        also: "coupons vouchers discounts promotions",
        key: "f",
        permission: "edit_offers",
      },
    ],
  },
  {
    name: "Catalogue",
    pages: [
      { to: "/products", name: "Products", also: "catalogue prices sizes sku", key: "p", permission: "view_products" },
      { to: "/categories", name: "Categories", also: "menu collections", key: "c", permission: "view_products" },
      {
        to: "/stock",
        name: "Stock",
        also: "inventory lots batches expiry",
        covers: ["/lots"],
        key: "k",
        permission: "view_products",
      },
      {
        to: "/reorder",
        name: "Reorder",
        also: "replenish proposals running",
        key: "3",
        permission: "book_purchases",
      },
      {
        to: "/purchases",
        name: "Purchases",
        also: "suppliers costs receipts couriers bills charges",
        key: "2",
        permission: "view_costs",
      },
      { to: "/imports", name: "Import", also: "csv upload", key: "i", permission: "edit_products" },
      {
        to: "/moves",
        name: "Move in",
        also: "shopify woocommerce migrate another shop",
        key: "5",
        permission: "edit_products",
      },
      {
        to: "/content",
        name: "Content",
        also: "banners pages faqs testimonials brands menus",
        key: "t",
        permission: "edit_content",
      },
      {
        to: "/redirects",
        name: "Redirects",
        also: "404 broken links old urls moving shopify woocommerce",
        key: "9",
        permission: "edit_content",
      },
    ],
  },
  {
    name: "People",
    pages: [
      { to: "/customers", name: "Customers", also: "buyers accounts", key: "u", permission: "view_customers" },
      { to: "/reviews", name: "Reviews", also: "ratings moderation", key: "r", permission: "moderate_reviews" },
      { to: "/newsletter", name: "Newsletter", also: "campaigns subscribers", key: "n", permission: "send_newsletter" },
      {
        to: "/messages",
        name: "Messages",
        also: "contact grievances enquiries",
        key: "m",
        permission: "answer_messages",
      },
      {
        to: "/privacy",
        name: "Privacy requests",
        also: "data dpdp erasure incidents",
        key: "y",
        permission: "view_customers",
      },
    ],
  },
  {
    name: "Reports",
    pages: [
      {
        to: "/reports/sales",
        name: "Sales reports",
        also: "revenue statistics analytics",
        covers: ["/reports/margin", "/reports/stock", "/reports/customers"],
        key: "w",
        permission: "view_reports",
      },
      {
        to: "/reports/gst",
        name: "Tax month",
        also: "gst gstr-1 hsn invoices returns filing",
        key: "x",
        permission: "view_reports",
      },
      {
        to: "/reports/settlements",
        name: "Settlements",
        also: "razorpay payouts bank fees",
        key: "b",
        permission: "view_reports",
      },
    ],
  },
  {
    name: "Shop",
    pages: [
      { to: "/settings", name: "Settings", also: "configuration options", key: "q", permission: "edit_settings" },
      {
        to: "/shipping",
        name: "Shipping",
        also: "delivery pincodes zones rates holidays",
        key: "1",
        permission: "edit_settings",
      },
      {
        to: "/connections",
        name: "Connected services",
        also: "smtp razorpay shiprocket delhivery whatsapp msg91 sms keys secrets domain web address",
        key: "4",
        permission: "change_keys",
      },
      { to: "/go-live", name: "Go live", also: "launch checklist", key: "v", permission: "edit_settings" },
      { to: "/system", name: "System", also: "jobs emails webhooks health", key: "j", permission: "edit_settings" },
      {
        to: "/integrations",
        name: "Integrations",
        also: "api tokens webhooks feeds agents ucp google merchant meta chatgpt gemini claude whatsapp sms dlt msg91 messages phone",
        key: "a",
        permission: "edit_settings",
      },
      {
        to: "/staff",
        name: "Staff and roles",
        also: "members users permissions invitations",
        key: "s",
        permission: "manage_staff",
      },
      { to: "/audit", name: "Audit log", also: "history changes", key: "l", permission: "view_audit_log" },
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

/** Whether a path is that of a page, or of something in its list. */
export const isWithin = ({ to, covers = [] }: Page, path: string): boolean =>
  [to, ...covers].some((one) => path === one || (one !== "/" && path.startsWith(`${one}/`)));

/** Whether a page has this name, or is looked for by it. */
export const isNamed = ({ name, also = "" }: Page, typed: string): boolean => {
  const text = typed.toLowerCase();
  return name.toLowerCase().includes(text) || also.split(" ").some((word) => text.length > 1 && word.startsWith(text));
};
