import * as z from "zod/mini";
import { accountEndpoints } from "./accounts/endpoints.ts";
import { cartEndpoints } from "./cart/endpoints.ts";
import { category, categoryDetail, product, productList, productQuery, slug } from "./catalogue/schemas.ts";
import { checkoutEndpoints } from "./checkout/endpoints.ts";
import { contactEndpoints } from "./contact/endpoints.ts";
import { banner, bannerQuery, brandImage, contentPage, faq, testimonial } from "./content/schemas.ts";
import type { Endpoint } from "./endpoint.ts";
import { orderEndpoints } from "./orders/endpoints.ts";
import { responseOf } from "./responses.ts";
import { reviewEndpoints } from "./reviews/endpoints.ts";
import { shop } from "./shop.ts";
import { wishlistEndpoints } from "./wishlist/endpoints.ts";

export type { Endpoint };

const bySlug = z.object({ slug });

/**
 * Every call below `/api`: what it is sent and what it answers. The server validates, answers and documents itself with these,
 * the storefront's client takes its types from them.
 */
export const endpoints = {
  listProducts: {
    method: "GET",
    path: "/product",
    summary: "A page of products, narrowed and sorted, with the counts of the filter panel",
    tag: "Catalogue",
    auth: "optional",
    query: productQuery,
    errorStatuses: [404],
    response: productList,
  },
  readProduct: {
    method: "GET",
    path: "/product/:slug",
    summary: "One product with everything its page shows, similar products included",
    tag: "Catalogue",
    auth: "optional",
    params: bySlug,
    response: responseOf(product),
  },
  listCategories: {
    method: "GET",
    path: "/category",
    summary: "The categories with their subcategories, in the order of the menu",
    tag: "Catalogue",
    response: responseOf(z.array(category)),
  },
  readCategory: {
    method: "GET",
    path: "/category/:slug",
    summary: "One category or subcategory",
    tag: "Catalogue",
    params: bySlug,
    response: responseOf(categoryDetail),
  },
  listFaqs: {
    method: "GET",
    path: "/faqs",
    summary: "Questions and answers",
    tag: "Content",
    response: responseOf(z.array(faq)),
  },
  listTestimonials: {
    method: "GET",
    path: "/influencer",
    summary: "Influencer's choices",
    tag: "Content",
    response: responseOf(z.array(testimonial)),
  },
  listBanners: {
    method: "GET",
    path: "/banner",
    summary: "The banners of the home page's carousel for a phone or a desktop; with `placement`, its other banners",
    tag: "Content",
    query: bannerQuery,
    response: responseOf(z.array(banner)),
  },
  listBrandImages: {
    method: "GET",
    path: "/brand",
    summary: "The marks of press and partners",
    tag: "Content",
    response: responseOf(z.array(brandImage)),
  },
  readPage: {
    method: "GET",
    path: "/page/:slug",
    summary: "A page of text: about, policies, contact",
    tag: "Content",
    params: bySlug,
    response: responseOf(contentPage),
  },
  readShop: {
    method: "GET",
    path: "/shop",
    summary: "The shop's own details",
    tag: "Shop",
    response: responseOf(shop),
  },
  ...reviewEndpoints,
  ...accountEndpoints,
  ...wishlistEndpoints,
  ...cartEndpoints,
  ...checkoutEndpoints,
  ...orderEndpoints,
  ...contactEndpoints,
} as const satisfies Record<string, Endpoint>;
