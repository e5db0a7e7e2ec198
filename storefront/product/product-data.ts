/** What search engines read of a product, by schema.org. */

import type { Product, Variant } from "../../contract/catalogue/schemas.ts";
import type { Shop } from "../../contract/shop.ts";
import { productPath } from "../shared/product/product-path.ts";
import { reviewCount } from "../shared/product/stars.tsx";
import { declaredParties } from "./declared-parties.ts";

/**
 * The product with its sizes, their prices and MRPs, how they are shipped and returned, its origin and who answers for it; its rating only
 * if there are reviews.
 */
export function productData(product: Product, shop: Shop) {
  const { name, origin, mediaHost } = shop;
  const [size] = product.variants;
  const terms = offerTerms(shop);
  const parties = declaredParties(product, shop);
  const maker = parties.find(([role]) => role === "Manufactured by")?.[1];
  const others = parties.filter(([role]) => role !== "Manufactured by");
  const absolute = (path: string) => (path.startsWith("/") ? origin + path : path);
  const count = reviewCount(product);
  const url = `${origin}/product/${product.slug}`;
  const images = product.images.map((image) => absolute(mediaHost + image.path));
  return {
    "@id": url,
    name: product.title,
    description: product.desc || product.sub_title,
    category: product.categoryPath.map((link) => link.name).join(" > "),
    image: images,
    brand: { "@type": "Brand", name },
    ...(product.countryOfOrigin && { countryOfOrigin: { "@type": "Country", name: product.countryOfOrigin } }),
    ...(maker && { manufacturer: { "@type": "Organization", name: nameOf(maker), address: maker } }),
    // The vocabulary has no importer and no packer.
    ...(others.length > 0 && {
      additionalProperty: others.map(([role, value]) => ({ "@type": "PropertyValue", name: role, value })),
    }),
    ...(product.variants.length > 1
      ? {
          "@type": "ProductGroup",
          url,
          productGroupID: product.slug,
          variesBy: ["https://schema.org/size"],
          hasVariant: product.variants.map((size) => ({
            "@type": "Product",
            name: `${product.title}, ${size.label}`,
            description: product.desc || product.sub_title,
            image: size.image ? [absolute(mediaHost + size.image.path)] : images,
            size: size.label,
            sku: size.sku,
            ...(size.barcode !== null && { gtin: size.barcode }),
            offers: offer(size, origin + productPath(product.slug, size.label), terms),
          })),
        }
      : {
          "@type": "Product",
          sku: product.sku,
          ...(size?.barcode && { gtin: size.barcode }),
          offers: offer(product, url, terms),
        }),
    ...(product.rating !== undefined &&
      count > 0 && {
        aggregateRating: {
          "@type": "AggregateRating",
          ratingValue: product.rating,
          reviewCount: count,
          bestRating: 5,
          worstRating: 1,
        },
      }),
  };
}

/** The categories that lead to the product. */
export function breadcrumbData({ categoryPath, title }: Product, { origin }: Pick<Shop, "origin">) {
  const trail = [
    { name: "Home", path: "/" },
    ...categoryPath.map((link) => ({ name: link.name, path: `/category/${link.slug}` })),
  ];
  return {
    "@type": "BreadcrumbList",
    itemListElement: [
      ...trail.map(({ name, path }, index) => ({
        "@type": "ListItem",
        position: index + 1,
        name,
        item: origin + path,
      })),
      { "@type": "ListItem", position: trail.length + 1, name: title },
    ],
  };
}

/** The name in "Kewra Distillery, Lucknow 226001". */
const nameOf = (party: string) => party.split(",")[0]?.trim() ?? party;

/** What holds for every offer of the shop. Prices of shipping that depend on the place are not named. */
const offerTerms = ({ freeShipping, returnDays }: Pick<Shop, "freeShipping" | "returnDays">) => ({
  hasMerchantReturnPolicy: {
    "@type": "MerchantReturnPolicy",
    applicableCountry: "IN",
    ...(returnDays > 0
      ? {
          returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
          merchantReturnDays: returnDays,
          returnMethod: "https://schema.org/ReturnByMail",
        }
      : { returnPolicyCategory: "https://schema.org/MerchantReturnNotPermitted" }),
  },
  ...(freeShipping && {
    shippingDetails: {
      "@type": "OfferShippingDetails",
      shippingDestination: { "@type": "DefinedRegion", addressCountry: "IN" },
      shippingRate: { "@type": "MonetaryAmount", value: 0, currency: "INR" },
    },
  }),
});

/** The price, with the MRP that it is below; a price that is the MRP needs no second one. */
const offer = (
  { price, originalPrice, availability }: Pick<Variant, "price" | "originalPrice" | "availability">,
  url: string,
  terms: ReturnType<typeof offerTerms>,
) => ({
  "@type": "Offer",
  url,
  price,
  priceCurrency: "INR",
  ...(originalPrice !== undefined &&
    originalPrice > price && {
      // The only type of price that Google's merchant listings read beside the price itself.
      priceSpecification: {
        "@type": "UnitPriceSpecification",
        priceType: "https://schema.org/StrikethroughPrice",
        price: originalPrice,
        priceCurrency: "INR",
        valueAddedTaxIncluded: true,
      },
    }),
  availability: `https://schema.org/${availability === "in_stock" ? "InStock" : "OutOfStock"}`,
  itemCondition: "https://schema.org/NewCondition",
  ...terms,
});
