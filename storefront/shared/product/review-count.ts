import type { ProductSummary } from "../../../contract/catalogue/schemas.ts";

/** How many have rated a product: `review`, or `reviews` where only that is there; 0 without either. */
export function reviewCount({ review, reviews }: Partial<Pick<ProductSummary, "review" | "reviews">>): number {
  return review ?? reviews ?? 0;
}
