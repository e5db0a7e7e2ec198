import * as z from "zod/mini";

const share = z.int().check(z.gte(0), z.lte(100));
/** The point that stays visible where a picture is cut to another shape, in percent from the left and from the top. */
export const focalPoint = z.object({ x: share, y: share });

/**
 * A stored picture. `path` starts with a slash and is relative to the media host; width and height are the original's, in pixels; `color`
 * is the dominant colour, shown while it loads.
 */
export const picture = z.object({
  path: z.string(),
  width: z.number(),
  height: z.number(),
  alt: z.string(),
  color: z.string(),
  /** The middle if missing. */
  focus: z.optional(focalPoint),
});
export type Picture = z.infer<typeof picture>;
