import { useEffect, useId, useRef, useState } from "react";
import { takeDroppedFiles } from "../../../contract/dropped-files.ts";
import { MAX_RETURN_PHOTOS } from "../../../contract/orders/return-limits.ts";
import { announce } from "../../shared/announcer.tsx";
import { PICTURE_TYPES, pictureProblem } from "../../shared/picture-file.ts";
import { type FileToSend, toFileToSend } from "../../shared/upload/send-files.ts";
import { useObjectUrl } from "../../shared/use-object-url.ts";

interface PhotosFieldProps {
  photos: readonly FileToSend[];
  onChange: (photos: FileToSend[]) => void;
  /** Why a photo could not be uploaded. */
  error: string | undefined;
  disabled: boolean;
}

/** Photos of what is returned. */
export function PhotosField({ photos, onChange, error, disabled }: PhotosFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(takeDroppedFiles, []);

  const add = async (chosen: readonly File[]) => {
    const accepted: File[] = [];
    let found: string | null = null;
    for (const file of chosen) {
      const why =
        photos.length + accepted.length === MAX_RETURN_PHOTOS
          ? `You can add up to ${MAX_RETURN_PHOTOS} photos.`
          : await pictureProblem(file);
      if (why) found = `${file.name}: ${why}`;
      else accepted.push(file);
    }
    setProblem(found);
    onChange([...photos, ...accepted.map(toFileToSend)]);
    if (accepted.length > 0) announce(`${accepted.map(({ name }) => name).join(", ")} added.`);
  };

  return (
    <div className="mb-6">
      <label htmlFor={id} className="mb-1.5 block font-semibold text-small">
        Photos <span className="font-normal text-bark">(optional)</span>
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        multiple
        disabled={disabled}
        accept={PICTURE_TYPES.join(",")}
        aria-describedby={`${id}-problem`}
        className="field text-transparent file:rounded-control file:text-ink file:border-0 file:bg-linen file:px-3 file:py-1"
        onChange={(event) => {
          void add([...(event.target.files ?? [])]);
          // Allows choosing the same file again after it was removed.
          event.target.value = "";
        }}
      />
      <p id={`${id}-problem`} role="alert" className="mt-1.5 text-small text-terracotta empty:hidden">
        {problem ?? error}
      </p>
      {photos.length > 0 && (
        <ul className="mt-2 text-small">
          {photos.map(({ id: photoId, name, file }) => (
            <li key={photoId} className="flex items-center justify-between gap-4">
              <span className="flex min-w-0 items-center gap-3 py-1">
                {file && <Thumbnail photo={file} />}
                <span className="min-w-0 wrap-anywhere">{name}</span>
              </span>
              <button
                type="button"
                aria-label={`Remove ${name}`}
                disabled={disabled}
                className="min-h-11 shrink-0 px-2 text-link"
                onClick={() => {
                  setProblem(null);
                  onChange(photos.filter(({ id: other }) => other !== photoId));
                  input.current?.focus();
                  announce(`${name} removed.`);
                }}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Thumbnail({ photo }: { photo: File }) {
  const url = useObjectUrl(photo);
  return <img src={url ?? undefined} alt="" className="size-12 shrink-0 rounded-picture bg-linen object-cover" />;
}
