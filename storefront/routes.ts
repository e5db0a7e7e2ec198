import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** One line per page. Pages with the same layout share a module, and have different ids. */
export default [
  index("routes/home.tsx"),
  route("products", "routes/products.tsx"),
  route("bestsellers", "routes/bestsellers.tsx"),
  route("crazy-deals", "routes/crazy-deals.tsx"),
  route("category", "routes/category-without-slug.tsx"),
  route("category/:slug", "routes/category.tsx"),
  route("product/:slug", "routes/product.tsx"),
  route("preview", "routes/preview.tsx"),
  route("about-us", "routes/about-us.tsx"),
  route("privacy-policy", "routes/privacy-policy.tsx"),
  route("terms-conditions", "routes/terms-conditions.tsx"),
  route("refund-plocy", "routes/refund-policy.tsx", { id: "refund-plocy" }),
  route("refund-policy", "routes/refund-policy.tsx", { id: "refund-policy" }),
  route("contact", "routes/contact.tsx"),
  route("faq", "routes/faq.tsx"),
  layout("account/guest-only.tsx", [
    route("login", "account/login.tsx"),
    route("signup", "account/signup.tsx"),
    route("otp/verification", "account/otp-verification.tsx"),
    route("forgot/password", "account/forgot-password.tsx"),
    route("otp/verification/password", "account/verify-account.tsx"),
    route("change/password/:token", "account/change-password.tsx"),
  ]),
  layout("account/logged-in.tsx", [
    route("profile", "routes/profile.tsx"),
    route("cart", "routes/cart.tsx"),
    route("checkout", "routes/checkout.tsx"),
    route("tracking", "routes/tracking.tsx"),
  ]),
  route("pay/:token", "routes/pay.tsx"),
  route("wishlist", "routes/wishlist.tsx"),
  route("newsletter/confirm/:token", "newsletter/confirm.tsx"),
  route("newsletter/unsubscribe/:token", "newsletter/unsubscribe.tsx"),
  route("*", "routes/unknown.tsx"),
] satisfies RouteConfig;
