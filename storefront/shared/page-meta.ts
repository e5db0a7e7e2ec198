import type { MetaDescriptor } from "react-router";
import { JPEG_SIDE, jpegPathOf } from "../../contract/picture-renditions.ts";
import type { Picture } from "../../contract/pictures.ts";
import type { RootData } from "./shop-context.ts";

interface PageMeta {
  title: string;
  description: string;
  /** The page's path without campaign parameters and sort order; omitted for a page that search engines must not index. */
  path?: string;
  /** The picture of shared links; by default, and for a drawing, the shop's own. */
  image?: Picture | undefined;
  type?: "website" | "product" | "article";
}

interface Match {
  id: string;
  loaderData?: unknown;
}

/** The picture of shared links that have no other, drawn by icons/make.ts. */
const SHOP_PICTURE = { src: "/share.png", width: 1200, height: 630 };

/** Returns title, description, canonical URL and Open Graph tags of a page. @param matches from the router's `meta` */
export function pageMeta(
  matches: readonly (Match | undefined)[],
  { title, description, path, image, type = "website" }: PageMeta,
): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === "root")?.loaderData as RootData | undefined;
  if (!root) return [{ title }];
  const { shop } = root;
  const full = title === shop.name ? `${shop.name}: ${shop.tagline}` : `${title} · ${shop.name}`;
  const absolute = (url: string) => (url.startsWith("/") ? shop.origin + url : url);
  const shared =
    image && !image.path.endsWith(".svg")
      ? { ...asJpeg(image), src: shop.mediaHost + jpegPathOf(image.path), alt: image.alt || title }
      : { ...SHOP_PICTURE, alt: `${shop.name}: ${shop.tagline}` };
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
    { property: "og:image", content: absolute(shared.src) },
    { property: "og:image:width", content: String(shared.width) },
    { property: "og:image:height", content: String(shared.height) },
    { property: "og:image:alt", content: shared.alt },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** The size of a picture as a JPEG, which Facebook and WhatsApp show; they show no AVIF, and not everywhere WebP. */
function asJpeg({ width, height }: Picture): Pick<Picture, "width" | "height"> {
  const scale = Math.min(1, JPEG_SIDE / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** The meta of a page that is private to its visitor: search engines do not index it. */
export const privatePageMeta =
  (title: string, description: string) =>
  ({ matches }: { matches: { id: string; loaderData?: unknown }[] }) =>
    pageMeta(matches, { title, description });
