import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** One line per page. Those below the shell need a session. */
export default [
  route("sign-in", "account/sign-in.tsx"),
  route("invitation", "account/invitation.tsx"),
  layout("shell/shell.tsx", [
    index("routes/home.tsx"),
    route("orders", "orders/orders-page.tsx"),
    route("orders/:number", "orders/order-page.tsx"),
    route("staff", "staff/staff-page.tsx"),
    route("account", "account/account-page.tsx"),
    route("*", "routes/unknown.tsx"),
  ]),
] satisfies RouteConfig;
