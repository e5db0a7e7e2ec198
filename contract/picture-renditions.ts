/**
 * Renditions: copies of a stored picture in other widths and formats, made at their first request. Apart from the schemas, so that pages
 * with pictures need not load Zod.
 */

/** The widths that the layout uses, in pixels. The server makes no others. */
export const RENDITION_WIDTHS = [96, 192, 320, 480, 640, 828, 1080, 1200, 1440, 1920, 2400] as const;
export const RENDITION_FORMATS = ["avif", "webp"] as const;
export type RenditionFormat = (typeof RENDITION_FORMATS)[number];

/** Returns the path of a rendition, relative to the media host: `/w480/catalogue/rose-1.ab12cd34.webp.avif`. */
export function renditionPathOf(path: string, width: number, format: RenditionFormat): string {
  return `/w${width}${path}.${format}`;
}
