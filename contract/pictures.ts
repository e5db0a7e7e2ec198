import * as z from "zod/mini";

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
});
export type Picture = z.infer<typeof picture>;
