import * as z from "zod/mini";
import { accountCalls } from "./account-calls.ts";
import { answerOf } from "./answers.ts";
import type { Call } from "./call.ts";
import { cartCalls } from "./cart-calls.ts";
import { category, categoryDetail, product, productList, productQuery, slug } from "./catalogue.ts";
import { checkoutCalls } from "./checkout-calls.ts";
import { contactCalls } from "./contact-calls.ts";
import { banner, bannerQuery, brandImage, contentPage, faq, testimonial } from "./content.ts";
import { orderCalls } from "./order-calls.ts";
import { reviewCalls } from "./review-calls.ts";
import { shop } from "./shop.ts";
import { wishlistCalls } from "./wishlist-calls.ts";

export type { Call };

const bySlug = z.object({ slug });

/**
 * Every call below `/api`: what it is sent and what it answers. The server validates, answers and documents itself with these,
 * the storefront's client takes its types from them.
 */
export const calls = {
  listProducts: {
    method: "GET",
    path: "/product",
    summary: "A page of products, narrowed and sorted, with the counts of the filter panel",
    tag: "Catalogue",
    auth: "optional",
    query: productQuery,
    refusals: [404],
    answer: productList,
  },
  readProduct: {
    method: "GET",
    path: "/product/:slug",
    summary: "One product with everything its page shows, similar products included",
    tag: "Catalogue",
    auth: "optional",
    params: bySlug,
    answer: answerOf(product),
  },
  listCategories: {
    method: "GET",
    path: "/category",
    summary: "The categories with their subcategories, in the order of the menu",
    tag: "Catalogue",
    answer: answerOf(z.array(category)),
  },
  readCategory: {
    method: "GET",
    path: "/category/:slug",
    summary: "One category or subcategory",
    tag: "Catalogue",
    params: bySlug,
    answer: answerOf(categoryDetail),
  },
  listFaqs: {
    method: "GET",
    path: "/faqs",
    summary: "Questions and answers",
    tag: "Content",
    answer: answerOf(z.array(faq)),
  },
  listTestimonials: {
    method: "GET",
    path: "/influencer",
    summary: "Influencer's choices",
    tag: "Content",
    answer: answerOf(z.array(testimonial)),
  },
  listBanners: {
    method: "GET",
    path: "/banner",
    summary: "The banners of the home page's carousel for a phone or a desktop; with `placement`, its other banners",
    tag: "Content",
    query: bannerQuery,
    answer: answerOf(z.array(banner)),
  },
  listBrandImages: {
    method: "GET",
    path: "/brand",
    summary: "The marks of press and partners",
    tag: "Content",
    answer: answerOf(z.array(brandImage)),
  },
  readPage: {
    method: "GET",
    path: "/page/:slug",
    summary: "A page of text: about, policies, contact",
    tag: "Content",
    params: bySlug,
    answer: answerOf(contentPage),
  },
  readShop: { method: "GET", path: "/shop", summary: "The shop's own details", tag: "Shop", answer: answerOf(shop) },
  ...reviewCalls,
  ...accountCalls,
  ...wishlistCalls,
  ...cartCalls,
  ...checkoutCalls,
  ...orderCalls,
  ...contactCalls,
} as const satisfies Record<string, Call>;
