import { createContext, type RouterContextProvider } from "react-router";
import type {
  Category,
  CategoryDetail,
  Product,
  ProductList,
  ProductSummary,
} from "../../contract/catalogue/schemas.ts";
import type { Banner, BrandImage, ContentPage, Faq, Placement, Testimonial } from "../../contract/content/schemas.ts";
import { REVIEW_PAGE_SIZE } from "../../contract/limits.ts";
import type { ReviewList } from "../../contract/reviews/schemas.ts";
import type { Shop } from "../../contract/shop.ts";
import { browserSend } from "./browser.ts";
import { call, requestData, type Send } from "./request.ts";

/**
 * The calls that screens are made from. There is one client: in the browser it uses fetch, and while a page is rendered the server
 * puts one in its place that calls the app itself, with the same paths and the same answers. Calls about people are in accounts.ts.
 */

export type QueryValue = string | number | boolean | readonly string[] | undefined;

/** `product` and `{page: 2, search: ""}` as `product?page=2`: empty values are left out, lists are joined by commas. */
export function pathWithQuery(path: string, query: Record<string, QueryValue>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(",") : value === undefined ? "" : String(value);
    if (text !== "") search.set(key, text);
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

export function createApi(send: Send) {
  const get = <T>(path: string, signal?: AbortSignal) => call<T>(send, { method: "GET", path, signal });
  const data = <T>(path: string) => requestData<T>(send, { method: "GET", path });

  return {
    listProducts: (query: Record<string, QueryValue>, signal?: AbortSignal) =>
      get<ProductList>(pathWithQuery("product", query), signal),
    readProduct: (slug: string) => data<Product>(`product/${encodeURIComponent(slug)}`),
    listCategories: () => data<Category[]>("category"),
    readCategory: (slug: string) => data<CategoryDetail>(`category/${encodeURIComponent(slug)}`),
    listReviews: (productId: string, page: number) =>
      get<ReviewList>(pathWithQuery("review", { page, perPage: REVIEW_PAGE_SIZE, product_id: productId })),
    listSavedProducts: (ids: readonly string[]) => data<ProductSummary[]>(pathWithQuery("wishlist", { ids })),
    listFaqs: () => data<Faq[]>("faqs"),
    listTestimonials: () => data<Testimonial[]>("influencer"),
    /** The carousel's banners, unless other placements are named. */
    listBanners: (phone: boolean, placement?: readonly Placement[]) =>
      data<Banner[]>(pathWithQuery("banner", { mobile_banner: phone, placement })),
    listBrandImages: () => data<BrandImage[]>("brand"),
    readPage: (slug: string) => data<ContentPage>(`page/${encodeURIComponent(slug)}`),
    readShop: () => data<Shop>("shop"),
  };
}
export type Api = ReturnType<typeof createApi>;

/** The browser's client. */
export const browserApi = createApi(browserSend);

/** What the server hands to the loaders of the page that it renders. A page is made by reading alone. */
export interface ServerSide {
  api: { get(path: string): ReturnType<Send> };
  /** Marks the scripts that the page itself writes, which alone may run; the server takes it off again. */
  scriptNonce: string;
}
export const apiContext = createContext<ServerSide>();

/** The client for a loader that runs on the server. */
export function serverApi(context: Readonly<RouterContextProvider>): Api {
  return createApi(({ path }) => context.get(apiContext).api.get(path));
}
