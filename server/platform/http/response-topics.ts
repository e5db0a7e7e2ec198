import type { ProductList, ProductSummary } from "../../../contract/catalogue/schemas.ts";
import { type Endpoint, endpoints, type InProcessApi, type PublicEndpointName } from "../../../contract/endpoints.ts";
import type { BaseTopic, Topic } from "../database/database.ts";

/** The topics on which each public endpoint's response depends. Products are added one by one, for their stock and rating. */
const TOPICS: Record<PublicEndpointName, readonly BaseTopic[]> = {
  // A list counts products in stock.
  listProducts: ["catalogue", "availability"],
  // For what its sizes cost to ship.
  readProduct: ["catalogue", "settings"],
  listCategories: ["catalogue"],
  readCategory: ["catalogue"],
  readSavedProducts: ["catalogue"],
  readSavedSizes: ["catalogue"],
  // For names and pictures of authors. A changed review changes its product.
  listReviews: ["reviews"],
  // FAQs and pages of text have placeholders for settings.
  listFaqs: ["content", "settings"],
  readPage: ["content", "settings"],
  listTestimonials: ["content"],
  listBanners: ["content"],
  listBrandImages: ["content"],
  listReasons: ["settings"],
  // The footer's products come with the shop's details.
  readShop: ["settings", "catalogue"],
  readPincode: [],
  // For a size's weight and price.
  readShippingMethods: ["settings", "catalogue"],
};
const NAMES = new Map<Endpoint, PublicEndpointName>(
  (Object.keys(TOPICS) as PublicEndpointName[]).map((name) => [endpoints[name], name]),
);

/**
 * Returns the topics of a public endpoint's response.
 * @param query as sent or as parsed
 */
export function topicsOf(endpoint: Endpoint, query: Query, body: unknown): Set<Topic> {
  const name = NAMES.get(endpoint);
  if (!name) throw new Error(`${endpoint.path} is not public`);
  return new Set<Topic>([...TOPICS[name], ...productsIn(name, query, body)]);
}

/**
 * Wraps the API while one page is rendered: collects the topics of the responses, and whether a request failed or got a partial response.
 */
export function observeApi(call: InProcessApi): { call: InProcessApi; topics: Set<Topic>; hasFailed: () => boolean } {
  const topics = new Set<Topic>();
  let failed = false;
  return {
    topics,
    hasFailed: () => failed,
    async call(name, request) {
      for (const topic of TOPICS[name]) topics.add(topic);
      const response = await call(name, request);
      if (response.status >= 500 || isPartial(endpoints[name], response.body)) failed = true;
      for (const topic of productsIn(name, request.query, response.body)) topics.add(topic);
      return response;
    },
  };
}

/** Whether a response is a listing that was sent before it was counted (server/shop/catalogue/listing/list-products.ts). */
export function isPartial(endpoint: Endpoint, body: unknown): boolean {
  if (endpoint !== endpoints.listProducts) return false;
  const { data = [], page, perPage, totalData, totalRelation, facets } = body as Partial<ProductList>;
  // Its last page knows the total, but not what can be filtered.
  if (data.length > 0 && facets?.price === null) return true;
  if (totalRelation !== "gte" || page === undefined || perPage === undefined) return false;
  return data.length === 0 || totalData === (page - 1) * perPage + data.length;
}

type Query = Readonly<Record<string, unknown>> | undefined;
type Shown = ProductSummary & { similar_products?: ProductSummary[] };

function productsIn(name: PublicEndpointName, query: Query, body: unknown): Topic[] {
  if (name === "listReviews") return [`product:${Number(query?.product_id)}`];
  if (name !== "listProducts" && name !== "readProduct" && name !== "readSavedProducts") return [];
  const { data = [] } = body as { data?: Shown | Shown[] };
  const products = Array.isArray(data) ? data : [data, ...(data.similar_products ?? [])];
  const topics = products.map(({ _id }): Topic => `product:${_id}`);
  return Array.isArray(data) ? topics : [...topics, `stock:${data._id}`];
}
