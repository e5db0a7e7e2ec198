import { accountEndpoints } from "./accounts/endpoints.ts";
import { cartEndpoints } from "./cart/endpoints.ts";
import { catalogueEndpoints } from "./catalogue/endpoints.ts";
import { checkoutEndpoints } from "./checkout/endpoints.ts";
import { contactEndpoints } from "./contact/endpoints.ts";
import { contentEndpoints } from "./content/endpoints.ts";
import { deliveryEndpoints } from "./deliveries/endpoints.ts";
import { draftOrderEndpoints } from "./draft-orders/endpoints.ts";
import type { Endpoint } from "./endpoint.ts";
import { orderEndpoints } from "./orders/endpoints.ts";
import { privacyEndpoints } from "./privacy/endpoints.ts";
import { reviewEndpoints } from "./reviews/endpoints.ts";
import { shippingEndpoints } from "./shipping/endpoints.ts";
import { wishlistEndpoints } from "./wishlist/endpoints.ts";

export type { Endpoint };

/**
 * Every endpoint below `/api`. The server validates requests, serialises responses and generates the OpenAPI document from these; the
 * storefront's client takes its types from them.
 */
export const endpoints = {
  ...catalogueEndpoints,
  ...contentEndpoints,
  ...reviewEndpoints,
  ...accountEndpoints,
  ...privacyEndpoints,
  ...wishlistEndpoints,
  ...cartEndpoints,
  ...checkoutEndpoints,
  ...shippingEndpoints,
  ...orderEndpoints,
  ...draftOrderEndpoints,
  ...deliveryEndpoints,
  ...contactEndpoints,
} as const satisfies Record<string, Endpoint>;

type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
/** The endpoints that pages are rendered from. */
export type PublicEndpointName = {
  [Name in EndpointName]: Endpoints[Name] extends { public: true } ? Name : never;
}[EndpointName];

/** Calls a public endpoint in process. Parameters and query are texts, as in a URL; errors are returned as their response. */
export type InProcessApi = (
  name: PublicEndpointName,
  request: { params: Readonly<Record<string, string>>; query: Readonly<Record<string, string>> },
) => Promise<{ status: number; body: unknown }>;
