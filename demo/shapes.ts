/** The types of the demo shop's content. Amounts are whole rupees, as an owner would write them; the seed converts them to paise. */

import type { ScentPairing } from "../contract/catalogue/schemas.ts";
import type { Picture } from "../contract/pictures.ts";

export interface DemoCategory {
  slug: string;
  name: string;
  /** One sentence under the listing's title. */
  description: string;
  /** What its products are that name no other. */
  commonName?: string;
  /** Path below demo/media; only top-level categories have a tile. */
  image?: string;
  subcategories?: DemoCategory[];
}

/** A product with its first size; sizes.ts has the others. */
export interface DemoProduct {
  slug: string;
  sku: string;
  title: string;
  /** What it is, where its category has others. */
  commonName?: string;
  subTitle: string;
  /** Two or three short paragraphs, separated by an empty line. */
  description: string;
  /** Slug of the product's subcategory. */
  category: string;
  priceRupees: number;
  /** The MRP before the discount; null when the product is sold at its MRP. */
  originalPriceRupees: number | null;
  stock: number;
  isFeatured: boolean;
  bestseller: boolean;
  keyBenefits: string[];
  howToUse: string[];
  faqs: { question: string; answer: string }[];
  /** The fragrance pyramid. Names in title case, spelled consistently. Empty lists for products without scent. */
  notes: { top: string[]; heart: string[]; base: string[] };
  /** Search words that the texts lack: for whom, when, for what. */
  keywords: string[];
  scentFamily: string | null;
  concentration: string | null;
  /** For example "8 to 10 hours"; null for products not worn as a scent. */
  longevity: string | null;
  sillage: string | null;
  netQuantity: { value: number; unit: "ml" | "g" | "pieces" };
  /** The products in a set, each with its net quantity. */
  setContents?: string[];
  /** INCI list in order of weight, comma separated. */
  ingredients: string;
  /** Fragrance allergens by their INCI names. */
  allergens: string[];
  countryOfOrigin: string;
  shelfLifeMonths: number;
  /** Harmonised System code for the GST invoice, eight digits. */
  hsn: string;
  gstPercent: number;
  /** Where its main ingredient comes from; missing where the texts name no place. */
  origin?: { place: string; plant: string | null; story: string };
  /** Up to two of `pairedWith` to wear at the same time. */
  wearWith?: ScentPairing[];
  /** Slugs of products that go well with this one, best first. */
  pairedWith: string[];
  /** ISO date when it was added to the shop. */
  launchedOn: string;
}

/** A size of a product; HSN and GST rate are the product's. */
export interface DemoSize
  extends Pick<DemoProduct, "sku" | "priceRupees" | "originalPriceRupees" | "netQuantity" | "stock"> {
  weightGrams: number | null;
  onSale: boolean;
}

export interface DemoReview {
  product: string;
  author: string;
  rating: 1 | 2 | 3 | 4 | 5;
  /** The review's main text: one or two sentences. */
  title: string;
  /** An optional longer text. */
  text: string | null;
  /** ISO date and time. */
  writtenAt: string;
  verifiedBuyer: boolean;
}

export interface DemoPage {
  slug: "about-us" | "privacy-policy" | "refund-policy" | "terms-conditions" | "contact";
  title: string;
  /** One sentence for search engines and below the page's title. */
  summary: string;
  sections: {
    heading: string;
    paragraphs: string[];
    points?: string[];
    /** Paths below demo/media, each after that many of the paragraphs. */
    pictures?: { after: number; file: string; focus?: Picture["focus"] }[];
  }[];
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
  /** Where the picture has room for text. */
  textSide: "left" | "right" | "top";
}
