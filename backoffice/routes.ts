import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** One line per page. Those below the shell need a session. */
export default [
  route("sign-in", "account/sign-in.tsx"),
  route("invitation", "account/invitation.tsx"),
  layout("shell/shell.tsx", [
    index("home/home-page.tsx"),
    route("work/:list", "home/work-page.tsx"),
    route("orders", "orders/orders-page.tsx"),
    route("orders/:number", "orders/order-page.tsx"),
    route("returns", "orders/returns-page.tsx"),
    route("stock", "stock/stock-page.tsx"),
    route("stock/count", "stock/count-page.tsx"),
    route("stock/:sku", "stock/size-page.tsx"),
    route("lots/:number", "stock/lot-page.tsx"),
    route("staff", "staff/staff-page.tsx"),
    route("reviews", "reviews/reviews-page.tsx"),
    route("messages", "messages/messages-page.tsx"),
    route("messages/:id", "messages/message-page.tsx"),
    route("customers", "customers/customers-page.tsx"),
    route("customers/:id", "customers/customer-page.tsx"),
    route("settings", "settings/settings-page.tsx"),
    route("reports/sales", "reports/sales-report-page.tsx"),
    route("reports/stock", "reports/stock-report-page.tsx"),
    route("reports/customers", "reports/customers-report-page.tsx"),
    route("audit", "audit/audit-page.tsx"),
    route("account", "account/account-page.tsx"),
    route("*", "routes/unknown.tsx"),
  ]),
] satisfies RouteConfig;
