import { type ReactNode, useEffect, useRef, useState } from "react";
import { takeDroppedFiles } from "../../../contract/dropped-files.ts";
import { MAX_REVIEW_IMAGES, MAX_REVIEW_VIDEOS } from "../../../contract/limits.ts";
import { announce } from "../../shared/announcer.tsx";
import { FieldError } from "../../shared/form/field.tsx";
import type { FormHandle } from "../../shared/form/use-form.ts";
import { CameraIcon } from "../../shared/rare-icons.tsx";
import { FilePreviews } from "./file-previews.tsx";
import { addFiles, type DraftFile, removeFile } from "./review-draft.ts";
import { FILE_TYPES, sortFiles } from "./review-files.ts";

interface FilesFieldProps {
  form: FormHandle;
  name: string;
  productId: string;
  files: DraftFile[];
  /** Follows the sentence about the files. */
  children: ReactNode;
}

/** The field for pictures and videos, with previews. */
export function FilesField({ form, name, productId, files, children }: FilesFieldProps) {
  const [rejections, setRejections] = useState<string[]>([]);
  useEffect(takeDroppedFiles, []);
  const id = `${form.id}-${name}`;
  const input = useRef<HTMLInputElement>(null);

  const choose = async (chosen: File[]) => {
    const { accepted, rejections } = await sortFiles(chosen, files);
    addFiles(productId, accepted);
    setRejections(rejections);
    if (accepted.length > 0) announce(`${named(accepted)} added.`);
  };

  return (
    <div>
      <p className="mb-1.5 font-semibold text-small">
        Photos or videos <span className="font-normal text-bark">(optional)</span>
      </p>
      <FilePreviews
        files={files}
        disabled={form.running}
        onRemove={(removed) => {
          removeFile(productId, removed);
          announce(`${named(files.filter((file) => file.id === removed))} removed.`);
          // The pressed button is gone.
          input.current?.focus();
          setRejections([]);
          // Clears the error of the previous files.
          form.fill({ [name]: "" });
        }}
      >
        <label
          className={`relative flex w-full cursor-pointer items-center justify-center rounded-[6px] border border-control border-dashed bg-white font-semibold text-leaf text-small/4 hover:bg-linen has-focus-visible:outline-2 has-focus-visible:outline-leaf has-focus-visible:outline-offset-3 ${files.length === 0 ? "min-h-12 gap-2.5" : "aspect-square flex-col gap-1"}`}
        >
          <CameraIcon />
          <span>
            Add<span className={files.length === 0 ? "" : "sr-only"}> photos or videos</span>
          </span>
          <input
            ref={input}
            type="file"
            name={name}
            multiple
            disabled={form.running}
            accept={FILE_TYPES.join(",")}
            aria-describedby={`${id}-hint ${id}-error`}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
            onChange={(event) => {
              void choose([...(event.target.files ?? [])]);
              // Allows choosing the same file again after it was removed.
              event.target.value = "";
            }}
          />
        </label>
      </FilePreviews>
      <p id={`${id}-hint`} className="mt-2 text-bark text-small">
        Up to {MAX_REVIEW_IMAGES} photos (8 MB each) and {MAX_REVIEW_VIDEOS} videos (MP4 or WebM, 50 MB each).{" "}
        {children}
      </p>
      <div role="alert">
        {rejections.length > 0 && (
          <ul className="mt-1 flex flex-col gap-1 text-small text-terracotta wrap-anywhere">
            {rejections.map((rejection) => (
              <li key={rejection}>{rejection}</li>
            ))}
          </ul>
        )}
      </div>
      <FieldError id={`${id}-error`} error={form.errors[name]} />
    </div>
  );
}

const named = (files: readonly { name: string }[]): string => files.map(({ name }) => name).join(", ");
