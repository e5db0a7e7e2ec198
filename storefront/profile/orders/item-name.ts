import type { OrderDetail } from "../../../contract/orders/schemas.ts";

/** Returns a title with its size, "Rose Water Toner, 100 ml", in which number and unit stay on one line. */
export const sizeName = ({ title, size }: { title: string | undefined; size: string | undefined }): string =>
  [title, size?.replace(/(\d) (?=\p{L})/gu, "$1\u00a0")].filter(Boolean).join(", ");

/** Returns the name of an order item with its size. */
export function itemNameAt(items: OrderDetail["items"], position: number): string {
  const product = items.find((item) => item.position === position)?.product;
  return sizeName({ title: product?.title, size: product?.size });
}
