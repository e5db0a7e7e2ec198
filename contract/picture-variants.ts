/** The scaled copies of stored pictures. Apart from the schemas, so that pages with pictures need not load Zod. */

/** The widths that the layout uses, in pixels. The server makes no others. */
export const VARIANT_WIDTHS = [96, 192, 320, 480, 640, 828, 1080, 1440, 1920] as const;
export const VARIANT_FORMATS = ["avif", "webp"] as const;
export type VariantFormat = (typeof VARIANT_FORMATS)[number];

/** The path of a scaled copy: `/w480/catalogue/rose-1.ab12cd34.webp.avif`, relative to the media host. */
export function variantPath(path: string, width: number, format: VariantFormat): string {
  return `/w${width}${path}.${format}`;
}
