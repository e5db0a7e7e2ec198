import { type ReactNode, useState } from "react";
import { renditionPathOf } from "../../../contract/picture-renditions.ts";
import { CloseIcon, PlayIcon } from "../../shared/icons.tsx";
import { useShop } from "../../shared/shop-context.ts";
import { useObjectUrl } from "../../shared/use-object-url.ts";
import type { DraftFile } from "./review-draft.ts";

interface FilePreviewsProps {
  files: DraftFile[];
  disabled: boolean;
  onRemove: (id: string) => void;
  /** Shown last, at first across the row: the button to add files. */
  children: ReactNode;
}

export function FilePreviews({ files, disabled, onRemove, children }: FilePreviewsProps) {
  return (
    <ul aria-label="Your photos and videos" className="grid grid-cols-4 gap-3 sm:grid-cols-6">
      {files.map((entry) => (
        <li key={entry.id} className="relative">
          {entry.file ? <ChosenFile file={entry.file} kind={entry.kind} /> : <StoredFile entry={entry} />}
          <button
            type="button"
            disabled={disabled}
            aria-label={`Remove ${entry.name}`}
            onClick={() => onRemove(entry.id)}
            className="absolute -top-3 -right-3 icon-button [&>span]:hover:bg-linen"
          >
            <span className="grid size-7 place-items-center rounded-full border border-sand bg-paper">
              <CloseIcon width="14" height="14" />
            </span>
          </button>
        </li>
      ))}
      <li className={files.length === 0 ? "col-span-full" : ""}>{children}</li>
    </ul>
  );
}

const FRAME = "aspect-square w-full rounded-[6px] bg-linen object-cover";

/** Previews a file that is already stored. */
function StoredFile({ entry: { kind, name, path } }: { entry: DraftFile }) {
  const { mediaHost } = useShop();
  if (kind === "image" && path)
    return <img src={mediaHost + renditionPathOf(path, 192, "webp")} alt={name} className={FRAME} />;
  return (
    <span role="img" aria-label={name} className={`${FRAME} grid place-items-center bg-ink! text-paper`}>
      <PlayIcon width="28" height="28" />
    </span>
  );
}

/** Previews a chosen file; shows its name if the browser cannot display it. */
function ChosenFile({ file, kind }: Pick<DraftFile, "kind"> & { file: File }) {
  const url = useObjectUrl(file);
  const [unreadable, setUnreadable] = useState(false);
  if (!url) return <span className={`block ${FRAME}`} />;
  if (unreadable) {
    return (
      <span
        className={`${FRAME} grid place-items-center overflow-hidden p-2 text-center text-[0.75rem] leading-tight text-bark wrap-anywhere`}
      >
        {file.name}
      </span>
    );
  }
  if (kind === "image") return <img src={url} alt={file.name} className={FRAME} onError={() => setUnreadable(true)} />;
  return (
    <span className="relative block">
      <video
        src={url}
        aria-label={file.name}
        muted
        playsInline
        preload="metadata"
        className={FRAME}
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
