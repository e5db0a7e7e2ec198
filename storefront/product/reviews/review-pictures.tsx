import { useState } from "react";
import type { Picture as StoredPicture } from "../../../contract/pictures.ts";
import { ChevronLeftIcon, ChevronRightIcon } from "../../shared/icons.tsx";
import { Modal } from "../../shared/modal.tsx";
import { Picture } from "../../shared/picture.tsx";

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
  if (pictures.length === 0) return null;
  const shown = open === null ? undefined : pictures[open];
  const step = (by: number) =>
    setOpen((before) => (before === null ? null : (before + by + pictures.length) % pictures.length));
  return (
    <>
      <ul className="flex flex-wrap gap-2">
        {pictures.map((picture, index) => (
          <li key={picture.path}>
            <button
              type="button"
              aria-label={`Photo ${index + 1} of ${pictures.length} by ${author}`}
              onClick={() => setOpen(index)}
              className="block size-20 overflow-hidden rounded-[6px] transition-opacity duration-150 hover:opacity-85"
            >
              <Picture picture={picture} alt="" sizes="80px" imageClassName="size-full object-cover" />
            </button>
          </li>
        ))}
      </ul>
      {shown && (
        <Modal
          label={`Photos of ${productTitle} by ${author}`}
          onClose={() => setOpen(null)}
          className="max-w-[min(100vw,85dvh)]! bg-ink! sm:rounded-picture"
        >
          <Picture
            key={shown.path}
            picture={shown}
            sizes="(min-width: 800px) 85vh, 100vw"
            imageClassName="aspect-square w-full object-contain"
            alt={shown.alt || `${productTitle}, photographed by ${author}`}
          />
          {pictures.length > 1 && (
            <div className="absolute inset-x-2 bottom-2 flex items-center justify-between">
              <button type="button" aria-label="Previous photo" onClick={() => step(-1)} className={STEP}>
                <ChevronLeftIcon width="20" height="20" />
              </button>
              <p aria-live="polite" className="rounded-full bg-paper/90 px-3 py-1 text-small tabular-nums">
                {(open ?? 0) + 1} / {pictures.length}
              </p>
              <button type="button" aria-label="Next photo" onClick={() => step(1)} className={STEP}>
                <ChevronRightIcon width="20" height="20" />
              </button>
            </div>
          )}
        </Modal>
      )}
    </>
  );
}

const STEP = "icon-button rounded-full bg-paper/90 hover:bg-white";
