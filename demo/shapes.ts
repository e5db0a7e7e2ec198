/**
 * The shapes in which the demo shop's texts are written down. Amounts are whole rupees, as an owner would write them;
 * the seed turns them into paise.
 */

export interface DemoCategory {
  slug: string;
  name: string;
  /** One sentence under the listing's title. */
  description: string;
  /** Path below demo/media; only top-level categories have a tile. */
  image?: string;
  subcategories?: DemoCategory[];
}

export interface DemoProduct {
  slug: string;
  sku: string;
  title: string;
  subTitle: string;
  /** Two or three short paragraphs, separated by an empty line. */
  description: string;
  /** Slug of the subcategory that the product stands in. */
  category: string;
  priceRupees: number;
  /** MRP before the discount; null when the product is sold at its MRP. */
  originalPriceRupees: number | null;
  stock: number;
  isFeatured: boolean;
  bestseller: boolean;
  keyBenefits: string[];
  howToUse: string[];
  faqs: { question: string; answer: string }[];
  /** The fragrance pyramid. Names in title case, one spelling each over the whole shop. Empty lists where it has no scent to speak of. */
  notes: { top: string[]; heart: string[]; base: string[] };
  /** What shoppers search for and the texts do not say: for whom, when, for what. */
  keywords: string[];
  scentFamily: string | null;
  concentration: string | null;
  /** Hours on skin, such as "8 to 10 hours"; null for what is not worn as a scent. */
  longevity: string | null;
  sillage: string | null;
  netQuantity: { value: number; unit: "ml" | "g" | "pieces" };
  /** INCI list in order of weight, comma separated. */
  ingredients: string;
  /** Fragrance allergens by their INCI names. */
  allergens: string[];
  countryOfOrigin: string;
  shelfLifeMonths: number;
  /** Harmonised System code for the GST invoice, eight digits. */
  hsn: string;
  gstPercent: number;
  /** Slugs of products that go well with this one, best first. */
  pairedWith: string[];
  /** The day it came into the shop, ISO date. */
  launchedOn: string;
}

export interface DemoReview {
  product: string;
  author: string;
  rating: 1 | 2 | 3 | 4 | 5;
  /** What the storefront shows as the body: one or two sentences. */
  title: string;
  /** A longer text that follows it, or null. */
  text: string | null;
  /** ISO date and time. */
  writtenAt: string;
  verifiedBuyer: boolean;
}

export interface DemoPage {
  slug: "about-us" | "privacy-policy" | "refund-policy" | "terms-conditions" | "contact";
  title: string;
  /** One sentence for search engines and the page's lead. */
  summary: string;
  sections: { heading: string; paragraphs: string[]; points?: string[] }[];
  /** ISO date. */
  updatedOn: string;
}

export interface DemoTestimonial {
  name: string;
  designation: string;
  review: string;
  rating: 1 | 2 | 3 | 4 | 5;
  /** Path below demo/media. */
  image: string;
}

export interface DemoBanner {
  placement: "hero" | "promo" | "app";
  device: "desktop" | "phone";
  /** Path below demo/media. */
  image: string;
  eyebrow: string;
  title: string;
  text: string;
  action: string;
  /** Path within the shop. */
  link: string;
  /** Which part of the picture is free for words. */
  textSide: "left" | "right" | "top";
}
