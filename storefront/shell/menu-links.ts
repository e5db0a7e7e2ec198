/** The links of the menu beside the categories (S2.32 to S2.34), and the one to the deals. */
export const MENU_LINKS = [
  { to: "/products", label: "Shop All" },
  { to: "/bestsellers", label: "Bestsellers" },
  { to: "/products", label: "New Arrivals" },
  { to: "/crazy-deals", label: "Crazy Deals" },
] as const;
