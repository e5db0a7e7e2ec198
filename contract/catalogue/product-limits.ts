/** Limits of a product's fields, for the back office and product files. In characters, unless a comment says otherwise. */
export const PRODUCT_LIMITS = {
  slug: 120,
  title: 200,
  subTitle: 300,
  description: 20_000,
  keyBenefit: 500,
  howToUse: 1000,
  question: 300,
  answer: 3000,
  note: 60,
  keyword: 60,
  fact: 60,
  ingredients: 10_000,
  allergen: 120,
  originStory: 1000,
  manufacturer: 300,
  metaTitle: 70,
  metaDescription: 320,
  effect: 60,
  claim: 60,
  /** The name of the body that certifies a claim. */
  claimBody: 120,
  claimNumber: 60,
  /** Number of claims. */
  claims: 10,
  url: 300,
  alt: 200,
  sku: 64,
  sizeLabel: 40,
  /** Entries of a list, including pictures. */
  entries: 50,
  /** In rupees. */
  price: 10_000_000,
  netQuantity: 1_000_000,
  /** Grams for the weight, millimetres for each side. */
  measure: 100_000,
  shelfLifeMonths: 1200,
  stock: 10_000_000,
  /** Number of sizes. */
  sizes: 50,
} as const;
