import type { Product, Variant } from "../../contract/catalogue/schemas.ts";
import { JsonLd } from "../shared/json-ld.tsx";
import { productPath } from "../shared/product/product-path.ts";
import { reviewCount } from "../shared/product/stars.tsx";
import { useShop } from "../shared/shop-context.ts";
import { declaredParties } from "./declared-parties.ts";

/** The product with its sizes, and its breadcrumbs, for search engines; its rating only if there are reviews. */
export function StructuredData({ product }: { product: Product }) {
  const shop = useShop();
  const { name, origin, mediaHost } = shop;
  const parties = declaredParties(product, shop);
  const maker = parties.find(([role]) => role === "Manufactured by")?.[1];
  const others = parties.filter(([role]) => role !== "Manufactured by");
  const absolute = (path: string) => (path.startsWith("/") ? origin + path : path);
  const count = reviewCount(product);
  const url = `${origin}/product/${product.slug}`;
  const images = product.images.map((image) => absolute(mediaHost + image.path));
  const trail = [
    { name: "Home", path: "/" },
    ...product.categoryPath.map((link) => ({ name: link.name, path: `/category/${link.slug}` })),
  ];
  return (
    <>
      <JsonLd
        data={{
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
                  offers: offer(size, origin + productPath(product.slug, size.label)),
                })),
              }
            : { "@type": "Product", sku: product.sku, offers: offer(product, url) }),
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
        }}
      />
      <JsonLd
        data={{
          "@type": "BreadcrumbList",
          itemListElement: [
            ...trail.map(({ name: label, path }, index) => ({
              "@type": "ListItem",
              position: index + 1,
              name: label,
              item: origin + path,
            })),
            { "@type": "ListItem", position: trail.length + 1, name: product.title },
          ],
        }}
      />
    </>
  );
}

/** The name in "Kewra Distillery, Lucknow 226001". */
const nameOf = (party: string) => party.split(",")[0]?.trim() ?? party;

const offer = ({ price, availability }: Pick<Variant, "price" | "availability">, url: string) => ({
  "@type": "Offer",
  url,
  price,
  priceCurrency: "INR",
  availability: `https://schema.org/${availability === "in_stock" ? "InStock" : "OutOfStock"}`,
  itemCondition: "https://schema.org/NewCondition",
});
