/** The links of the menu beside the categories (S2.32 to S2.34). */
export const MENU_LINKS = [
  { to: "/products", label: "Shop All" },
  { to: "/bestsellers", label: "Bestsellers" },
  { to: "/products", label: "New Arrivals" },
] as const;
