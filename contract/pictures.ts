import * as z from "zod/mini";

/**
 * A stored picture. `path` starts with a slash and is put behind the media host; width and height are the original's, in pixels;
 * `color` is the dominant colour that stands in while it loads.
 */
export const picture = z.object({
  path: z.string(),
  width: z.number(),
  height: z.number(),
  alt: z.string(),
  color: z.string(),
});
export type Picture = z.infer<typeof picture>;

/** The widths, in pixels, that the layout asks for. The media room makes these and no others. */
export const VARIANT_WIDTHS = [96, 192, 320, 480, 640, 828, 1080, 1440, 1920] as const;
export const VARIANT_FORMATS = ["avif", "webp"] as const;
export type VariantFormat = (typeof VARIANT_FORMATS)[number];

/** Where a scaled copy of a stored picture is served: `/w480/catalogue/rose-1.ab12cd34.webp.avif` below the media host. */
export function variantPath(path: string, width: number, format: VariantFormat): string {
  return `/w${width}${path}.${format}`;
}
