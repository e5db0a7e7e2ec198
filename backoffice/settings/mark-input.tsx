import { useId } from "react";
import { UploadList } from "../shared/upload-list.tsx";
import { useUploads } from "../shared/use-uploads.ts";

interface MarkInputProps {
  label: string;
  hint: string;
  /** Its path; empty for the demo's. */
  path: string;
  error?: string | undefined;
  isReadOnly: boolean;
  onChange: (path: string) => void;
}

/** Shows the shop's mark on light and dark, and replaces it by an upload. */
export function MarkInput({ label, hint, path, error, isReadOnly, onChange }: MarkInputProps) {
  const uploads = useUploads(onChange, "uploadBrandMark");
  const id = useId();
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {path !== "" && (
        <p className="flex items-center gap-3">
          <img src={`/media${path}`} alt="The mark" className="size-14 border border-sand bg-white p-2" />
          {!isReadOnly && (
            <button type="button" className="text-link py-1" onClick={() => onChange("")}>
              Remove it
            </button>
          )}
        </p>
      )}
      <input
        id={id}
        type="file"
        accept=".svg,image/svg+xml,image/png,image/jpeg,image/webp,image/avif"
        className="block w-full py-1 file:mr-3 file:cursor-pointer file:button-quiet"
        disabled={isReadOnly || uploads.list.some(({ problem }) => problem === null)}
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
        {error ?? hint}
      </p>
    </div>
  );
}
