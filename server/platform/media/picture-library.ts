import type Sharp from "sharp";

/** Loads sharp on first use, because most starts make no picture. */
export async function pictureLibrary(): Promise<typeof Sharp> {
  const { default: sharp } = await import("sharp");
  // Each picture is read once, so a cache would only use memory.
  sharp.cache(false);
  return sharp;
}
