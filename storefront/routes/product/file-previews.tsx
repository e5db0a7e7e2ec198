import { type ReactNode, useEffect, useState } from "react";
import { CloseIcon, PlayIcon } from "../../components/icons.tsx";
import type { ReviewDraft } from "./review-draft.ts";

interface FilePreviewsProps {
  files: ReviewDraft["files"];
  onRemove: (id: string) => void;
  /** What stands after the last: the way to choose more. */
  children: ReactNode;
}

export function FilePreviews({ files, onRemove, children }: FilePreviewsProps) {
  return (
    <ul aria-label="Chosen pictures and videos" className="flex flex-wrap gap-3">
      {files.map(({ id, file }) => (
        <li key={id} className="relative">
          <Preview file={file} />
          <button
            type="button"
            aria-label={`Remove ${file.name}`}
            onClick={() => onRemove(id)}
            className="absolute -top-3 -right-3 grid size-11 place-items-center [&>span]:hover:bg-linen"
          >
            <span className="grid size-7 place-items-center rounded-full border border-sand bg-paper">
              <CloseIcon width="14" height="14" />
            </span>
          </button>
        </li>
      ))}
      <li>{children}</li>
    </ul>
  );
}

/** A chosen file as it looks; its name when the browser cannot show it. */
function Preview({ file }: { file: File }) {
  const url = useObjectUrl(file);
  const [unreadable, setUnreadable] = useState(false);
  const video = file.type.startsWith("video/");
  const frame = "size-24 rounded-[6px] bg-linen object-cover";
  if (!url) return <span className={`block ${frame}`} />;
  if (unreadable) {
    return (
      <span
        className={`${frame} grid place-items-center overflow-hidden p-2 text-center text-[0.75rem] leading-tight text-bark wrap-anywhere`}
      >
        {file.name}
      </span>
    );
  }
  if (!video) return <img src={url} alt={file.name} className={frame} onError={() => setUnreadable(true)} />;
  return (
    <span className="relative block">
      <video
        src={url}
        aria-label={file.name}
        muted
        playsInline
        preload="metadata"
        className={frame}
        onError={() => setUnreadable(true)}
      />
      <span aria-hidden="true" className="absolute inset-0 grid place-items-center">
        <span className="grid size-8 place-items-center rounded-full bg-paper/85">
          <PlayIcon width="16" height="16" />
        </span>
      </span>
    </span>
  );
}

/** An address for a file in memory, given back as soon as nobody shows it. */
function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
