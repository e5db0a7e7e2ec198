import type { Picture as StoredPicture } from "../../contract/pictures.ts";
import { Picture } from "./picture.tsx";

interface PhotoBelowWallProps {
  picture: StoredPicture;
  sizes: string;
  /** See {@link Picture}. */
  media?: string;
  /** The photograph's height. */
  className: string;
}

/** Fills a column, a positioned element, with a photograph at its foot that fades into its own wall, blurred. */
export function PhotoBelowWall({ className, ...picture }: PhotoBelowWallProps) {
  const shown = { ...picture, alt: "", priority: true };
  return (
    <>
      <Picture
        {...shown}
        imageClassName="absolute inset-0 size-full origin-[50%_8%] scale-[12] object-cover object-top blur-[4px]"
      />
      <Picture
        {...shown}
        imageClassName={`absolute inset-x-0 bottom-0 w-full object-cover mask-t-from-85% mask-t-to-100% ${className}`}
      />
    </>
  );
}
