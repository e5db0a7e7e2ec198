import type { OrderDetail } from "../../../contract/orders/schemas.ts";

/** Returns the name of an order item with its size, "Rose Water Toner, 100 ml", in which number and unit stay on one line. */
export function itemNameAt(items: OrderDetail["items"], position: number): string {
  const product = items.find((item) => item.position === position)?.product;
  return [product?.title, product?.size.replace(/(\d) (?=\p{L})/gu, "$1\u00a0")].filter(Boolean).join(", ");
}
