import type Sharp from "sharp";

/** The picture library, loaded with the first picture that is read or made: a start whose pictures are all there does without it. */
export async function pictureLibrary(): Promise<typeof Sharp> {
  const { default: sharp } = await import("sharp");
  // Each picture is read once, so the library has nothing to remember.
  sharp.cache(false);
  return sharp;
}
