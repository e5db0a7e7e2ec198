import { createContext, type RouterContextProvider } from "react-router";
import type { Answer, Failure, ListAnswer } from "../../contract/answers.ts";
import type { Category, CategoryDetail, Product, ProductList } from "../../contract/catalogue.ts";
import type { Banner, BrandImage, ContentPage, Faq, Testimonial } from "../../contract/content.ts";
import { CALL_TIMEOUT_MS, REVIEW_PAGE_SIZE } from "../../contract/limits.ts";
import type { ReviewList } from "../../contract/reviews.ts";
import type { Shop } from "../../contract/shop.ts";

/**
 * The calls that the storefront makes. There is one client: in the browser it uses fetch, and while a page is rendered the server
 * puts one in its place that calls the app itself, with the same paths and the same answers.
 */

/** Sends one GET below `/api` and gives back the HTTP status and the body. */
export type Send = (path: string, signal?: AbortSignal) => Promise<{ status: number; body: unknown }>;

/** A call that did not answer with `success: true`: refused, out of time, or out of reach (`status` 0). */
export class CallFailed extends Error {
  readonly status: number;
  readonly failure: Failure | undefined;

  constructor(status: number, failure?: Failure) {
    super(failure?.message ?? "The shop cannot be reached right now.");
    this.status = status;
    this.failure = failure;
  }
}

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
  async function call<T>(path: string, signal?: AbortSignal): Promise<T> {
    const { status, body } = await send(path, signal);
    if ((body as { success?: boolean } | null)?.success === true) return body as T;
    throw new CallFailed(status, isFailure(body) ? body : undefined);
  }
  const data = async <T>(path: string) => (await call<Answer<T>>(path)).data;

  return {
    listProducts: (query: Record<string, QueryValue>, signal?: AbortSignal) =>
      call<ProductList>(pathWithQuery("product", query), signal),
    readProduct: (slug: string) => data<Product>(`product/${encodeURIComponent(slug)}`),
    listCategories: () => data<Category[]>("category"),
    readCategory: (slug: string) => data<CategoryDetail>(`category/${encodeURIComponent(slug)}`),
    listReviews: (productId: string, page: number) =>
      call<ReviewList>(pathWithQuery("review", { page, perPage: REVIEW_PAGE_SIZE, product_id: productId })),
    listFaqs: () => data<Faq[]>("faqs"),
    listTestimonials: () => data<Testimonial[]>("influencer"),
    listBanners: (phone: boolean) => data<Banner[]>(pathWithQuery("banner", { mobile_banner: phone })),
    listBrandImages: () => data<BrandImage[]>("brand"),
    readPage: (slug: string) => data<ContentPage>(`page/${encodeURIComponent(slug)}`),
    readShop: () => data<Shop>("shop"),
  };
}
export type Api = ReturnType<typeof createApi>;
export type { ListAnswer };

function isFailure(body: unknown): body is Failure {
  return typeof body === "object" && body !== null && "message" in body && (body as Failure).success === false;
}

/** The browser's client. */
export const browserApi = createApi(async (path, signal) => {
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
  const response = await fetch(`/api/${path}`, {
    headers: { accept: "application/json" },
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new CallFailed(0);
  });
  return { status: response.status, body: await response.json().catch(() => null) };
});

/** What the server hands to the loaders of the page that it renders. */
export interface ServerSide {
  api: { get: Send };
  device: "phone" | "desktop";
}
export const apiContext = createContext<ServerSide>();

/** The client for a loader that runs on the server. */
export function serverApi(context: Readonly<RouterContextProvider>): Api {
  return createApi((path) => context.get(apiContext).api.get(path));
}
