/** Moving and resizing the part of a picture, in whole percent of its sides. Pure. */

import type { Picture, PictureCrop } from "../../contract/pictures.ts";

export const WHOLE: PictureCrop = { x: 0, y: 0, width: 100, height: 100 };
export const MIN = 5;

export const SHAPES = [
  { value: "free", name: "Free" },
  { value: "card", name: "Square, as a card", aspect: 1 },
  { value: "page", name: "4 : 5, as on the product’s page", aspect: 0.8 },
] as const;
export type Shape = (typeof SHAPES)[number]["value"];

const within = (value: number, min: number, max: number) =>
  Number.isFinite(value) ? Math.round(Math.max(min, Math.min(max, value))) : min;

export const moved = (part: PictureCrop, x: number, y: number): PictureCrop => ({
  ...part,
  x: within(part.x + x, 0, 100 - part.width),
  y: within(part.y + y, 0, 100 - part.height),
});

/** Moves the corner at the bottom right. */
export const resized = (part: PictureCrop, width: number, height: number): PictureCrop => ({
  ...part,
  width: within(part.width + width, MIN, 100 - part.x),
  height: within(part.height + height, MIN, 100 - part.y),
});

/**
 * The largest part of this shape within another one.
 * @param ratio width by height of the whole picture
 * @param leading the side that stays as long as the picture allows; the other one follows, and may grow
 */
export function shaped(part: PictureCrop, shape: Shape, ratio: number, leading?: "width" | "height"): PictureCrop {
  const found = SHAPES.find(({ value }) => value === shape);
  if (!found || !("aspect" in found)) return part;
  // Width and height are percentages of different sides, so their ratio is not the shape's.
  const wanted = found.aspect / ratio;
  const widths = { width: part.width, height: part.height * wanted };
  const asked = leading ? widths[leading] : Math.min(widths.width, widths.height);
  const width = Math.min(asked, 100 - part.x, (100 - part.y) * wanted);
  return {
    ...part,
    width: within(width, MIN, 100 - part.x),
    height: within(width / wanted, MIN, 100 - part.y),
  };
}

/** Converts a focal point from one crop of a picture to another; undefined if it is outside of the new crop. */
export function focusIn(focus: Picture["focus"], before: PictureCrop, after: PictureCrop): Picture["focus"] {
  if (!focus) return undefined;
  const along = (axis: "x" | "y", side: "width" | "height") =>
    Math.round(((before[axis] + (focus[axis] / 100) * before[side] - after[axis]) / after[side]) * 100);
  const [x, y] = [along("x", "width"), along("y", "height")];
  return [x, y].every((percent) => percent >= 0 && percent <= 100) ? { x, y } : undefined;
}
