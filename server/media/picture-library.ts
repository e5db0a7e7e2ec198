import type Sharp from "sharp";

/** Loads sharp on first use: most starts need no picture made. */
export async function pictureLibrary(): Promise<typeof Sharp> {
  const { default: sharp } = await import("sharp");
  // Each picture is read once, so a cache only takes memory.
  sharp.cache(false);
  return sharp;
}
