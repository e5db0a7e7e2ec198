import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** One line per screen. Screens that share a layout share a module, told apart by the id. */
export default [
  index("routes/home.tsx"),
  route("products", "routes/products.tsx"),
  route("bestsellers", "routes/bestsellers.tsx"),
  route("crazy-deals", "routes/crazy-deals.tsx"),
  route("category", "routes/category-without-slug.tsx"),
  route("category/:slug", "routes/category.tsx"),
  route("product/:slug", "routes/product.tsx"),
  route("about-us", "routes/about-us.tsx"),
  route("privacy-policy", "routes/privacy-policy.tsx"),
  route("terms-conditions", "routes/terms-conditions.tsx"),
  route("refund-plocy", "routes/refund-policy.tsx", { id: "refund-plocy" }),
  route("refund-policy", "routes/refund-policy.tsx", { id: "refund-policy" }),
  route("contact", "routes/contact.tsx"),
  route("faq", "routes/faq.tsx"),
  layout("routes/account/guest-only.tsx", [
    route("login", "routes/account/login.tsx"),
    route("signup", "routes/account/signup.tsx"),
    route("otp/verification", "routes/account/otp-verification.tsx"),
    route("forgot/password", "routes/account/forgot-password.tsx"),
    route("otp/verification/password", "routes/account/verify-account.tsx"),
    route("change/password/:token", "routes/account/change-password.tsx"),
  ]),
  layout("routes/account/logged-in.tsx", [
    route("profile", "routes/profile.tsx"),
    route("cart", "routes/cart.tsx"),
    route("checkout", "routes/checkout.tsx"),
    route("tracking", "routes/tracking.tsx"),
  ]),
  route("wishlist", "routes/wishlist.tsx"),
  route("newsletter/confirm/:token", "routes/newsletter/confirm.tsx"),
  route("newsletter/unsubscribe/:token", "routes/newsletter/unsubscribe.tsx"),
  route("*", "routes/unknown.tsx"),
] satisfies RouteConfig;
