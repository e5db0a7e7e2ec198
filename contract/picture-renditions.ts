/**
 * Renditions: copies of a stored picture in other widths and formats, made at their first request. Apart from the schemas, so that pages
 * with pictures need not load Zod.
 */

/** The widths that the layout uses, in pixels. The server makes no others. */
export const RENDITION_WIDTHS = [96, 192, 320, 480, 640, 828, 1080, 1200, 1440, 1920, 2400] as const;
export const RENDITION_FORMATS = ["avif", "webp"] as const;
/** `jpg` is for programs that read pictures, such as those of feeds; pages show the others. */
export type RenditionFormat = (typeof RENDITION_FORMATS)[number] | "jpg";
/** The longest side of a JPEG rendition, in pixels; it has no other width. */
export const JPEG_SIDE = 1440;

/** Returns the path of a rendition, relative to the media host: `/w480/catalogue/rose-1.ab12cd34.webp.avif`. */
export function renditionPathOf(path: string, width: number, format: RenditionFormat): string {
  return `/w${width}${path}.${format}`;
}

/** Returns the path of a picture as a JPEG, relative to the media host; that of a drawing (SVG), which has no renditions, as it is. */
export const jpegPathOf = (path: string): string =>
  path.endsWith(".svg") ? path : renditionPathOf(path, JPEG_SIDE, "jpg");
