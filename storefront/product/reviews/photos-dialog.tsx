import { useState } from "react";
import type { Picture as StoredPicture } from "../../../contract/pictures.ts";
import { ChevronLeftIcon, ChevronRightIcon } from "../../shared/icons.tsx";
import { Modal } from "../../shared/modal.tsx";
import { Picture } from "../../shared/picture.tsx";

interface PhotosDialogProps {
  pictures: StoredPicture[];
  /** The index of the picture that is shown first. */
  first: number;
  author: string;
  productTitle: string;
  onClose: () => void;
}

/** Shows a review's pictures large, one at a time. */
export function PhotosDialog({ pictures, first, author, productTitle, onClose }: PhotosDialogProps) {
  const [at, setAt] = useState(first);
  const shown = pictures[at];
  const step = (by: number) => setAt((before) => (before + by + pictures.length) % pictures.length);
  return (
    <Modal
      label={`Photos of ${productTitle} by ${author}`}
      onClose={onClose}
      className="max-w-[min(100vw,85dvh)]! bg-ink! sm:rounded-picture"
    >
      {shown && (
        <Picture
          key={shown.path}
          picture={shown}
          sizes="(min-width: 800px) 85vh, 100vw"
          imageClassName="aspect-square w-full object-contain"
          alt={shown.alt || `${productTitle}, photographed by ${author}`}
        />
      )}
      {pictures.length > 1 && (
        <div className="absolute inset-x-2 bottom-2 flex items-center justify-between">
          <button type="button" aria-label="Previous photo" onClick={() => step(-1)} className={STEP}>
            <ChevronLeftIcon width="20" height="20" />
          </button>
          <p aria-live="polite" className="rounded-full bg-paper/90 px-3 py-1 text-small tabular-nums">
            {at + 1} / {pictures.length}
          </p>
          <button type="button" aria-label="Next photo" onClick={() => step(1)} className={STEP}>
            <ChevronRightIcon width="20" height="20" />
          </button>
        </div>
      )}
    </Modal>
  );
}

const STEP = "icon-button rounded-full bg-paper/90 hover:bg-white";
