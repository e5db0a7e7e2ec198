import type { Route } from "../endpoint.ts";

export const contentRoutes = {
  listFaqs: { method: "GET", path: "/faqs" },
  listTestimonials: { method: "GET", path: "/influencer" },
  listBanners: { method: "GET", path: "/banner" },
  listBrandImages: { method: "GET", path: "/brand" },
  listReasons: { method: "GET", path: "/reasons" },
  readPage: { method: "GET", path: "/page/:slug" },
  readShop: { method: "GET", path: "/shop" },
} as const satisfies Record<string, Route>;
