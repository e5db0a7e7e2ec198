import { type RENDITION_WIDTHS, renditionPathOf } from "../../contract/picture-renditions.ts";

/** Returns the URL of a stored picture in this width; a drawing has none. */
export const pictureUrl = (path: string, width: (typeof RENDITION_WIDTHS)[number]): string =>
  `/media${path.endsWith(".svg") ? path : renditionPathOf(path, width, "webp")}`;
