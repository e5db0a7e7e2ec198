/** The links of the menu beside the categories, and the one to the deals. */
export const MENU_LINKS = [
  { to: "/products", label: "Shop All" },
  { to: "/bestsellers", label: "Bestsellers" },
  { to: "/products", label: "New Arrivals" },
  { to: "/crazy-deals", label: "Crazy Deals" },
] as const;
