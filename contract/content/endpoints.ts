import * as z from "zod/mini";
import { slug } from "../catalogue/schemas.ts";
import type { Endpoint } from "../endpoint.ts";
import { responseOf } from "../responses.ts";
import { shop } from "../shop.ts";
import { reason } from "./claims.ts";
import { contentRoutes } from "./routes.ts";
import { banner, bannerQuery, brandImage, contentPage, faq, testimonial } from "./schemas.ts";

const bySlug = z.object({ slug });

export const contentEndpoints = {
  listFaqs: {
    ...contentRoutes.listFaqs,
    summary: "Frequently asked questions",
    tag: "Content",
    public: true,
    response: responseOf(z.array(faq)),
  },
  listTestimonials: {
    ...contentRoutes.listTestimonials,
    summary: "Influencers' testimonials",
    tag: "Content",
    public: true,
    response: responseOf(z.array(testimonial)),
  },
  listBanners: {
    ...contentRoutes.listBanners,
    summary: "The banners of the home page's carousel for a phone or a desktop; with `placement`, its other banners",
    tag: "Content",
    public: true,
    query: bannerQuery,
    response: responseOf(z.array(banner)),
  },
  listBrandImages: {
    ...contentRoutes.listBrandImages,
    summary: "Logos of press and partners",
    tag: "Content",
    public: true,
    response: responseOf(z.array(brandImage)),
  },
  listReasons: {
    ...contentRoutes.listReasons,
    summary: "Why to choose the shop: the owner’s claims on the home page",
    tag: "Content",
    public: true,
    response: responseOf(z.array(reason)),
  },
  readPage: {
    ...contentRoutes.readPage,
    summary: "A page of text: about, policies, contact",
    tag: "Content",
    public: true,
    params: bySlug,
    response: responseOf(contentPage),
  },
  readShop: {
    ...contentRoutes.readShop,
    summary: "The shop's details",
    tag: "Shop",
    public: true,
    response: responseOf(shop),
  },
} as const satisfies Record<string, Endpoint>;
