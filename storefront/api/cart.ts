import type { Cart, CartContents } from "../../contract/cart/schemas.ts";
import { MAX_CART_ITEMS } from "../../contract/limits.ts";
import { pathWithQuery } from "./api.ts";
import { browserSend } from "./browser.ts";
import { type ApiRequest, call, requestData } from "./request.ts";

/** The calls about the cart, made in the browser only. Each that changes it answers what is in it afterwards. */

const change = (method: ApiRequest["method"], path: string, body?: object) =>
  requestData<CartContents>(browserSend, { method, path, outlivesPage: true, ...(body && { body }) });

export const cartApi = {
  /** @param forCount asks for ids and count alone */
  read: (forCount: boolean) =>
    call<Cart>(browserSend, {
      method: "GET",
      path: pathWithQuery("cart", { page: 1, perPage: MAX_CART_ITEMS, forCount }),
    }),
  add: (product_id: string, quantity: number) => change("POST", "cart", { product_id, quantity }),
  changeQuantity: (product_id: string, quantity: number) => change("PATCH", "cart", { product_id, quantity }),
  remove: (product_id: string) => change("DELETE", `cart/${product_id}`),
  acceptPrice: (product_id: string, price: number) => change("POST", `cart/${product_id}/price`, { price }),
};
