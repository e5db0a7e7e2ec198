import type { MetaDescriptor } from "react-router";
import type { Picture } from "../../contract/pictures.ts";
import type { RootData } from "./shop-context.ts";

interface PageMeta {
  title: string;
  description: string;
  /** Path of the page without campaign marks and sort order; left out for a page that is not to be found by search engines. */
  path?: string;
  image?: Picture | undefined;
  type?: "website" | "product" | "article";
}

interface Match {
  id: string;
  loaderData?: unknown;
}

/** Title, description, canonical address and Open Graph of a page. `matches` is what the router hands to `meta`. */
export function pageMeta(
  matches: readonly (Match | undefined)[],
  { title, description, path, image, type = "website" }: PageMeta,
): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === "root")?.loaderData as RootData | undefined;
  if (!root) return [{ title }];
  const { shop } = root;
  const full = title === shop.name ? `${shop.name}: ${shop.tagline}` : `${title} · ${shop.name}`;
  const absolute = (address: string) => (address.startsWith("/") ? shop.origin + address : address);
  return [
    { title: full },
    { name: "description", content: description },
    ...(path === undefined
      ? [{ name: "robots", content: "noindex" }]
      : [{ tagName: "link", rel: "canonical", href: shop.origin + path }]),
    { property: "og:title", content: full },
    { property: "og:description", content: description },
    { property: "og:type", content: type },
    { property: "og:site_name", content: shop.name },
    { property: "og:locale", content: "en_IN" },
    ...(path === undefined ? [] : [{ property: "og:url", content: shop.origin + path }]),
    ...(image
      ? [
          { property: "og:image", content: absolute(shop.mediaHost + image.path) },
          { property: "og:image:width", content: String(image.width) },
          { property: "og:image:height", content: String(image.height) },
          { property: "og:image:alt", content: image.alt },
        ]
      : []),
    { name: "twitter:card", content: image ? "summary_large_image" : "summary" },
  ];
}
