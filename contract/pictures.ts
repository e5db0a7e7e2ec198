import * as z from "zod/mini";

// A crop compares its sides only once each is valid.
const atMost100 = z.lte(100, { abort: true });
const share = z.int().check(z.gte(0), atMost100);
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

const percentOfSide = z.int().check(z.gte(5, "A crop has at least 5 % of each side."), atMost100);
/** A part of a picture, in percent of its sides, from the left and from the top. */
export const pictureCrop = z
  .object({ x: share, y: share, width: percentOfSide, height: percentOfSide })
  .check(z.refine(({ x, y, width, height }) => x + width <= 100 && y + height <= 100, "The crop leaves the picture."));
export type PictureCrop = z.infer<typeof pictureCrop>;

/** A picture that is a part of another stored one, which can be cropped again. Shoppers learn nothing of that. */
export const editedPicture = z.extend(picture, {
  crop: z.optional(z.object({ of: z.string(), part: pictureCrop })),
});
export type EditedPicture = z.infer<typeof editedPicture>;
