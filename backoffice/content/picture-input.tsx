import { useId } from "react";
import { pictureUrl } from "../shared/picture-url.ts";
import { UploadList } from "../shared/upload-list.tsx";
import { useUploads } from "../shared/use-uploads.ts";

interface PictureInputProps {
  label: string;
  /** The path of the stored picture; empty without one. */
  path: string;
  hint?: string | undefined;
  error?: string | undefined;
  onChange: (path: string) => void;
}

/** Shows the picture of an entry, and replaces it by an upload. */
export function PictureInput({ label, path, hint = "", error, onChange }: PictureInputProps) {
  const uploads = useUploads(onChange, "uploadContentPicture");
  const id = useId();
  return (
    <div className="grid gap-2">
      {/* Any other path is a file of a folder that was imported without it. */}
      {path.startsWith("/") && (
        <img src={pictureUrl(path, 480)} alt="" className="max-h-40 justify-self-start border border-sand" />
      )}
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif"
        className="block w-full"
        disabled={uploads.list.some(({ problem }) => problem === null)}
        aria-invalid={Boolean(error)}
        aria-describedby={`${id}-more`}
        onChange={(event) => {
          for (const { key } of uploads.list) uploads.dismiss(key);
          uploads.add([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <UploadList uploads={uploads} />
      <p
        id={`${id}-more`}
        role={error ? "alert" : undefined}
        className={error ? "text-terracotta" : "text-bark text-small"}
      >
        {error || `${path === "" ? "There is no picture yet." : "Choose a file to replace it."} ${hint}`}
      </p>
    </div>
  );
}
