/** Computes the average to one decimal, rounded half up; 0 without reviews. */
export function averageRating(ratingSum: number, reviewCount: number): number {
  return reviewCount === 0 ? 0 : Math.round((ratingSum * 10) / reviewCount) / 10;
}
