import * as z from "zod/mini";
import type { Endpoint } from "../endpoint.ts";
import { responseOf } from "../responses.ts";
import { cartRoutes } from "./routes.ts";
import {
  acceptPriceBody,
  addToCartBody,
  assistedCartParams,
  cartCode,
  cartContents,
  cartQuery,
  cartResponse,
  cartSamples,
  changeQuantityBody,
  chooseSamplesBody,
  offerCodeBody,
  productIdParams,
  removeFromCartQuery,
  takenCart,
} from "./schemas.ts";

/**
 * Endpoints of the logged-in customer's cart. Requests carry ids of products and their sizes, never a cart id, so no customer can reach
 * another's cart.
 */
export const cartEndpoints = {
  readCart: {
    ...cartRoutes.readCart,
    summary: "The cart with its amounts and notices; with forCount=true only its product ids and their count",
    tag: "Cart",
    auth: "session",
    query: cartQuery,
    response: cartResponse,
  },
  addToCart: {
    ...cartRoutes.addToCart,
    repeat: "key",
    summary: "Add units of a product to the cart",
    tag: "Cart",
    auth: "session",
    body: addToCartBody,
    errorStatuses: [404, 409],
    response: responseOf(cartContents),
  },
  changeQuantity: {
    ...cartRoutes.changeQuantity,
    repeat: "harmless",
    summary: "Change the quantity of a product in the cart",
    tag: "Cart",
    auth: "session",
    body: changeQuantityBody,
    errorStatuses: [404, 409],
    response: responseOf(cartContents),
  },
  removeFromCart: {
    ...cartRoutes.removeFromCart,
    repeat: "seen",
    summary: "Remove a product from the cart",
    tag: "Cart",
    auth: "session",
    params: productIdParams,
    query: removeFromCartQuery,
    response: responseOf(cartContents),
  },
  enterCode: {
    ...cartRoutes.enterCode,
    repeat: "harmless",
    summary:
      "Put an offer's code into the cart, in place of another. 422 `offer_not_applicable` with the reason when it can't apply whatever the cart has; a code that applies to a changed cart is stored, with its reason as `problem`",
    tag: "Cart",
    auth: "session",
    body: offerCodeBody,
    errorStatuses: [429],
    response: responseOf(cartCode),
  },
  removeCode: {
    ...cartRoutes.removeCode,
    repeat: "harmless",
    summary: "Remove the offer's code from the cart; succeeds without one",
    tag: "Cart",
    auth: "session",
    response: responseOf(z.nullable(cartCode)),
  },
  chooseSamples: {
    ...cartRoutes.chooseSamples,
    repeat: "harmless",
    summary:
      "Choose the free samples of the cart, in place of those chosen before; 409 when the cart has not earned any, 422 for one that is not offered or has run out",
    tag: "Cart",
    auth: "session",
    body: chooseSamplesBody,
    errorStatuses: [409],
    response: responseOf(cartSamples),
  },
  takeAssistedCart: {
    ...cartRoutes.takeAssistedCart,
    repeat: "key_or_same",
    summary: "Add what an assistant has put into a cart of its own, as far as it is available, and its offer code",
    tag: "Cart",
    auth: "session",
    params: assistedCartParams,
    errorStatuses: [404],
    response: responseOf(takenCart),
  },
  acceptPrice: {
    ...cartRoutes.acceptPrice,
    repeat: "harmless",
    summary: "Accept a changed price; 409 when it has changed again",
    tag: "Cart",
    auth: "session",
    params: productIdParams,
    body: acceptPriceBody,
    errorStatuses: [409],
    response: responseOf(cartContents),
  },
} as const satisfies Record<string, Endpoint>;
