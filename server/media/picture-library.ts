import type Sharp from "sharp";

let loaded: Promise<typeof Sharp> | undefined;

/** The picture library, loaded with the first picture that is read or made: a start whose pictures are all there does without it. */
export function pictureLibrary(): Promise<typeof Sharp> {
  loaded ??= import("sharp").then(({ default: sharp }) => {
    // Each picture is read once, so the library has nothing to remember.
    sharp.cache(false);
    return sharp;
  });
  return loaded;
}
