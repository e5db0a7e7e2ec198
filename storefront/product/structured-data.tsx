import type { Product } from "../../contract/catalogue/schemas.ts";
import { JsonLd } from "../shared/json-ld.tsx";
import { reviewCount } from "../shared/product/stars.tsx";
import { useShop } from "../shared/shop-context.ts";

/** The product and its breadcrumbs for search engines; its rating only if there are reviews. */
export function StructuredData({ product }: { product: Product }) {
  const { name, origin, mediaHost } = useShop();
  const absolute = (path: string) => (path.startsWith("/") ? origin + path : path);
  const count = reviewCount(product);
  const url = `${origin}/product/${product.slug}`;
  const trail = [
    { name: "Home", path: "/" },
    ...product.categoryPath.map((link) => ({ name: link.name, path: `/category/${link.slug}` })),
  ];
  return (
    <>
      <JsonLd
        data={{
          "@type": "Product",
          "@id": url,
          name: product.title,
          description: product.desc || product.sub_title,
          sku: product.sku,
          category: product.categoryPath.map((link) => link.name).join(" > "),
          image: product.images.map((image) => absolute(mediaHost + image.path)),
          brand: { "@type": "Brand", name },
          offers: {
            "@type": "Offer",
            url,
            price: product.price,
            priceCurrency: "INR",
            availability: `https://schema.org/${product.availability === "in_stock" ? "InStock" : "OutOfStock"}`,
            itemCondition: "https://schema.org/NewCondition",
          },
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
