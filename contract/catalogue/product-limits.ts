/** Limits of a product's fields, in characters unless they say otherwise: of the back office's editor and of product files. */
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
  /** Of a claim: who certifies it, and the certificate's number. */
  claimBody: 120,
  claimNumber: 60,
  /** Claims of a product. */
  claims: 10,
  url: 300,
  alt: 200,
  sku: 64,
  sizeLabel: 40,
  /** Entries of a list, pictures included. */
  entries: 50,
  /** Of a price, in rupees. */
  price: 10_000_000,
  netQuantity: 1_000_000,
  /** Weight in grams, each side in millimetres. */
  measure: 100_000,
  shelfLifeMonths: 1200,
  stock: 10_000_000,
  /** Sizes of a product. */
  sizes: 50,
} as const;
