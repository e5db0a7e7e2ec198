/** The scaled copies of stored pictures. Apart from the schemas, so that a page that shows pictures need not load a validator. */

/** The widths, in pixels, that the layout asks for. The media room makes these and no others. */
export const VARIANT_WIDTHS = [96, 192, 320, 480, 640, 828, 1080, 1440, 1920] as const;
export const VARIANT_FORMATS = ["avif", "webp"] as const;
export type VariantFormat = (typeof VARIANT_FORMATS)[number];

/** Where a scaled copy of a stored picture is served: `/w480/catalogue/rose-1.ab12cd34.webp.avif` below the media host. */
export function variantPath(path: string, width: number, format: VariantFormat): string {
  return `/w${width}${path}.${format}`;
}
