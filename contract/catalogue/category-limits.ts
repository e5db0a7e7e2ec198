/** Limits of a category's texts, in characters, for the back office and category files. */
export const CATEGORY_LIMITS = {
  name: 120,
  commonName: 60,
  description: 1000,
  googleCategory: 200,
  metaTitle: 70,
  metaDescription: 320,
  alt: 200,
} as const;
