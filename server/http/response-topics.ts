import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import type { InProcessApi, PublicEndpointName } from "../../contract/endpoints.ts";
import type { BaseTopic, Topic } from "../database/database.ts";

/** What each public endpoint responds from. Products are noted one by one, for their stock and rating. */
const TOPICS: Record<PublicEndpointName, readonly BaseTopic[]> = {
  // A list counts the products in stock.
  listProducts: ["catalogue", "availability"],
  readProduct: ["catalogue"],
  listCategories: ["catalogue"],
  readCategory: ["catalogue"],
  readSavedProducts: ["catalogue"],
  listReviews: ["reviews"],
  // FAQs and pages of text have placeholders for settings.
  listFaqs: ["content", "settings"],
  readPage: ["content", "settings"],
  listTestimonials: ["content"],
  listBanners: ["content"],
  listBrandImages: ["content"],
  // The footer's products come with the shop's details.
  readShop: ["settings", "catalogue"],
  readPincode: [],
};

/** Wraps the API for rendering one page: collects the topics of the responses, and whether a call failed. */
export function observeApi(call: InProcessApi): { call: InProcessApi; topics: Set<Topic>; hasFailed: () => boolean } {
  const topics = new Set<Topic>();
  let failed = false;
  return {
    topics,
    hasFailed: () => failed,
    async call(name, request) {
      for (const topic of TOPICS[name]) topics.add(topic);
      const response = await call(name, request);
      if (response.status >= 500) failed = true;
      for (const { _id } of productsIn(name, response.body)) topics.add(`product:${_id}`);
      return response;
    },
  };
}

type Shown = ProductSummary & { similar_products?: ProductSummary[] };

function productsIn(name: PublicEndpointName, body: unknown): Pick<ProductSummary, "_id">[] {
  if (name !== "listProducts" && name !== "readProduct" && name !== "readSavedProducts") return [];
  const { data = [] } = body as { data?: Shown | Shown[] };
  return Array.isArray(data) ? data : [data, ...(data.similar_products ?? [])];
}
