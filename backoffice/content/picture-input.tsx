import { useId, useRef, useState } from "react";
import { renditionPathOf } from "../../contract/picture-renditions.ts";
import { RequestError } from "../api/client.ts";
import { upload } from "../api/upload.ts";

/** Where the back office loads a stored picture from. */
export const mediaOf = (path: string) =>
  path.endsWith(".svg") ? `/media${path}` : `/media${renditionPathOf(path, 480, "webp")}`;

interface PictureInputProps {
  label: string;
  /** The path of the stored picture; empty without one. */
  path: string;
  error?: string | undefined;
  onChange: (path: string) => void;
}

/** Shows the picture of an entry, and replaces it by an upload. */
export function PictureInput({ label, path, error, onChange }: PictureInputProps) {
  const [share, setShare] = useState<number | null>(null);
  const [failed, setFailed] = useState("");
  const problem = failed || error;
  const latest = useRef(onChange);
  latest.current = onChange;
  const id = useId();
  async function send(file: File) {
    setShare(0);
    setFailed("");
    try {
      const stored = await upload("uploadContentPicture", file, setShare);
      latest.current(stored.path);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setFailed(error.message);
    } finally {
      setShare(null);
    }
  }
  return (
    <div className="grid gap-2">
      {path.startsWith("/") && (
        <img src={mediaOf(path)} alt="" className="max-h-40 justify-self-start border border-sand" />
      )}
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif"
        className="block w-full"
        disabled={share !== null}
        aria-invalid={Boolean(problem)}
        aria-describedby={`${id}-more`}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = "";
          if (file) void send(file);
        }}
      />
      {share !== null && <progress aria-label="Upload of the picture" value={share} max={1} />}
      <p
        id={`${id}-more`}
        role={problem ? "alert" : undefined}
        className={problem ? "text-terracotta" : "text-bark text-small"}
      >
        {problem || (path === "" ? "There is no picture yet." : "Choose a file to replace it.")}
      </p>
    </div>
  );
}
