/** What search engines read of a product, by schema.org. */

import { declaredParties } from "../../contract/catalogue/declared-parties.ts";
import { groupIdOf, offerPath } from "../../contract/catalogue/product-path.ts";
import type { Product, Variant } from "../../contract/catalogue/schemas.ts";
import { jpegPathOf } from "../../contract/picture-renditions.ts";
import type { Picture } from "../../contract/pictures.ts";
import type { Shop } from "../../contract/shop.ts";
import { reviewCount } from "../shared/product/stars.tsx";

/**
 * The product with its sizes, their prices and MRPs, how they are shipped and returned, its origin and who answers for it; its rating only
 * if there are reviews.
 */
export function productData(product: Product, shop: Shop) {
  const { name, origin, mediaHost } = shop;
  const [size] = product.variants;
  const returns = returnPolicy(shop);
  const parties = declaredParties(product, shop);
  const maker = parties.find(([role]) => role === "Manufactured by")?.[1];
  const others = parties.filter(([role]) => role !== "Manufactured by");
  const absolute = (path: string) => (path.startsWith("/") ? origin + path : path);
  const count = reviewCount(product);
  const url = `${origin}/product/${product.slug}`;
  const pictureUrl = ({ path }: Picture) => absolute(mediaHost + jpegPathOf(path));
  const images = product.images.map(pictureUrl);
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
          productGroupID: groupIdOf(product),
          variesBy: ["https://schema.org/size"],
          hasVariant: product.variants.map((size) => ({
            "@type": "Product",
            name: `${product.title}, ${size.label}`,
            url: origin + offerPath(product, size),
            inProductGroupWithID: groupIdOf(product),
            description: product.desc || product.sub_title,
            image: size.image ? [pictureUrl(size.image)] : images,
            size: size.label,
            sku: size.sku,
            ...(size.barcode !== null && { gtin: size.barcode }),
            offers: offer(size, origin + offerPath(product, size), returns),
          })),
        }
      : {
          "@type": "Product",
          sku: product.sku,
          ...(size && {
            size: size.label,
            ...(size.barcode !== null && { gtin: size.barcode }),
            offers: offer(size, url, returns),
          }),
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

/** How long what the shop sells can be returned, by its settings. */
const returnPolicy = ({
  origin,
  returnDays,
  refundPolicyPath,
}: Pick<Shop, "origin" | "returnDays" | "refundPolicyPath">) => ({
  "@type": "MerchantReturnPolicy",
  applicableCountry: "IN",
  ...(returnDays > 0
    ? {
        returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
        merchantReturnDays: returnDays,
        returnMethod: "https://schema.org/ReturnByMail",
      }
    : { returnPolicyCategory: "https://schema.org/MerchantReturnNotPermitted" }),
  merchantReturnLink: origin + refundPolicyPath,
});

/** What shipping costs and takes where it costs and takes most. An order after the cut-off leaves on the next working day. */
const shippingDetails = ({ price, days }: NonNullable<Variant["shipping"]>) => ({
  "@type": "OfferShippingDetails",
  shippingDestination: { "@type": "DefinedRegion", addressCountry: "IN" },
  shippingRate: { "@type": "MonetaryAmount", value: price, currency: "INR" },
  ...(days && {
    deliveryTime: {
      "@type": "ShippingDeliveryTime",
      handlingTime: inDays(0, 1),
      transitTime: inDays(days.min, days.max),
    },
  }),
});
const inDays = (minValue: number, maxValue: number) => ({
  "@type": "QuantitativeValue",
  minValue,
  maxValue,
  unitCode: "DAY",
});

/** The price, with the MRP that it is below; a price that is the MRP needs no second one. */
const offer = (
  { price, originalPrice, availability, shipping }: Variant,
  url: string,
  returns: ReturnType<typeof returnPolicy>,
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
  hasMerchantReturnPolicy: returns,
  ...(shipping && { shippingDetails: shippingDetails(shipping) }),
});
