import { useState } from "react";
import { PlayIcon } from "../../shared/icons.tsx";
import { Modal } from "../../shared/modal.tsx";
import { useShop } from "../../shared/shop-context.ts";

interface ReviewVideosProps {
  /** Relative to the media host. */
  videos: string[];
  author: string;
  productTitle: string;
}

/** A review's videos, loaded only when played. */
export function ReviewVideos({ videos, author, productTitle }: ReviewVideosProps) {
  const { mediaHost } = useShop();
  const [open, setOpen] = useState<string | null>(null);
  if (videos.length === 0) return null;
  return (
    <>
      <ul className="flex flex-wrap gap-2">
        {videos.map((path, index) => (
          <li key={path}>
            <button
              type="button"
              aria-label={`Video ${index + 1} of ${videos.length} by ${author}`}
              onClick={() => setOpen(path)}
              className="grid size-20 place-items-center rounded-[6px] bg-ink text-paper transition-opacity duration-150 hover:opacity-85"
            >
              <PlayIcon width="28" height="28" />
            </button>
          </li>
        ))}
      </ul>
      {open && (
        <Modal
          label={`Video of ${productTitle} by ${author}`}
          onClose={() => setOpen(null)}
          className="max-w-[min(100vw,85dvh)]! bg-ink! sm:rounded-picture"
        >
          {/* biome-ignore lint/a11y/useMediaCaption: customers' videos have no captions */}
          <video src={mediaHost + open} controls autoPlay playsInline className="max-h-[85dvh] w-full" />
        </Modal>
      )}
    </>
  );
}
