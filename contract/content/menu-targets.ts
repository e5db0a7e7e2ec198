/** Where the links of menus can lead, besides categories, products and URLs. Without schemas, since every page loads it. */

/** In the header: every category, in the order of the categories, each with its own name. */
export const ALL_CATEGORIES = "categories";
/** In the footer: the products of the setting FOOTER_PRODUCTS, each with its title. */
export const FAVOURITES = "favourites";

/** The shop's pages that a menu may link to, besides categories and products. */
export const SHOP_PAGES = [
  { link: "/", name: "Home" },
  { link: "/products", name: "All products" },
  { link: "/bestsellers", name: "Bestsellers" },
  { link: "/crazy-deals", name: "Crazy deals" },
  { link: "/about-us", name: "About us" },
  { link: "/contact", name: "Contact" },
  { link: "/faq", name: "FAQs" },
  { link: "/tracking", name: "Order tracking" },
  { link: "/privacy-policy", name: "Privacy policy" },
  { link: "/refund-policy", name: "Refund policy" },
  { link: "/terms-conditions", name: "Terms and conditions" },
  { link: "/wishlist", name: "Wishlist" },
  { link: "/cart", name: "Cart" },
  { link: "/profile", name: "Profile" },
  { link: "/login", name: "Log in" },
  { link: "/signup", name: "Sign up" },
] as const;
