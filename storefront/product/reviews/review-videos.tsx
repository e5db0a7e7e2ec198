import { useState } from "react";
import { PlayIcon } from "../../shared/icons.tsx";
import { usePart } from "../../shared/use-part.ts";

const loadVideo = () => import("./video-dialog.tsx").then(({ VideoDialog }) => VideoDialog);

interface ReviewVideosProps {
  /** Relative to the media host. */
  videos: string[];
  author: string;
  productTitle: string;
}

/** A review's videos, loaded only when played. */
export function ReviewVideos({ videos, author, productTitle }: ReviewVideosProps) {
  const [open, setOpen] = useState<string | null>(null);
  const [Video, prepare] = usePart(loadVideo);
  if (videos.length === 0) return null;
  const show = async (path: string) => {
    if (Video || (await prepare())) setOpen(path);
  };
  return (
    <>
      <ul className="flex flex-wrap gap-2">
        {videos.map((path, index) => (
          <li key={path}>
            <button
              type="button"
              aria-label={`Video ${index + 1} of ${videos.length} by ${author}`}
              onPointerEnter={() => void prepare()}
              onClick={() => show(path)}
              className="grid size-20 place-items-center rounded-[6px] bg-ink text-paper transition-opacity duration-150 hover:opacity-85"
            >
              <PlayIcon width="28" height="28" />
            </button>
          </li>
        ))}
      </ul>
      {open && Video && (
        <Video path={open} label={`Video of ${productTitle} by ${author}`} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
