import { useState } from "react";
import type { Picture as StoredPicture } from "../../../contract/pictures.ts";
import { Picture } from "../../shared/picture.tsx";
import { usePart } from "../../shared/use-part.ts";

const loadPhotos = () => import("./photos-dialog.tsx").then(({ PhotosDialog }) => PhotosDialog);

/** A review's pictures; each opens large. */
export function ReviewPictures({
  pictures,
  author,
  productTitle,
}: {
  pictures: StoredPicture[];
  author: string;
  productTitle: string;
}) {
  const [open, setOpen] = useState<number | null>(null);
  const [Photos, prepare] = usePart(loadPhotos);
  if (pictures.length === 0) return null;
  const show = async (index: number) => {
    if (Photos || (await prepare())) setOpen(index);
  };
  return (
    <>
      <ul className="flex flex-wrap gap-2">
        {pictures.map((picture, index) => (
          <li key={picture.path}>
            <button
              type="button"
              aria-label={`Photo ${index + 1} of ${pictures.length} by ${author}`}
              onPointerEnter={() => void prepare()}
              onClick={() => show(index)}
              className="block size-20 overflow-hidden rounded-[6px] transition-opacity duration-150 hover:opacity-85"
            >
              <Picture picture={picture} alt="" sizes="80px" imageClassName="size-full object-cover" />
            </button>
          </li>
        ))}
      </ul>
      {open !== null && Photos && (
        <Photos
          pictures={pictures}
          first={open}
          author={author}
          productTitle={productTitle}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
