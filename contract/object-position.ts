import type { Picture } from "./pictures.ts";

/** A picture's CSS `object-position`; undefined without a focal point. Apart from the schemas, so that every page can use it without Zod. */
export const objectPositionOf = ({ focus }: Pick<Picture, "focus">): string | undefined =>
  focus && `${focus.x}% ${focus.y}%`;
