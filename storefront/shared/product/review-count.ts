import type { ProductSummary } from "../../../contract/catalogue/schemas.ts";

/** How many have rated a product: `review`, or `reviews` where only that is there (S3.18); 0 without either (S3.19). */
export function reviewCount({ review, reviews }: Partial<Pick<ProductSummary, "review" | "reviews">>): number {
  return review ?? reviews ?? 0;
}
