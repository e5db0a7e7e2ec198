import { useState } from "react";
import { useRevalidator } from "react-router";
import { MAX_PICTURES_FILE_BYTES, type ProductImport } from "../../contract/admin/imports.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { FileField } from "../shared/file-field.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";

const MB = 1024 * 1024;

/** Adds the pictures that the file names. Addresses in it need none: the comparison fetches them. */
export function PictureForm({ file: { _id: id, state, pictures } }: { file: ProductImport }) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [sent, setSent] = useState(0);
  // A new input, because a chosen file stays in the old one.
  const [form, setForm] = useState(0);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const tooLarge = files.find(({ size }) => size > MAX_PICTURES_FILE_BYTES);
  return (
    <form
      noValidate
      aria-labelledby="pictures"
      className="panel mb-4 grid gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => {
          setSent(0);
          try {
            for (const [at, one] of files.entries()) {
              await call("addImportPictures", { params: { id }, query: { name: one.name }, file: one });
              setSent(at + 1);
            }
            setFiles([]);
            setForm((before) => before + 1);
          } finally {
            await revalidate();
          }
        });
      }}
    >
      <h2 id="pictures">Pictures</h2>
      <p>
        The columns <code>images</code> and <code>size_image</code> may name pictures that you add here, or https
        addresses, from which they are fetched.{" "}
        <strong>
          {pictures.uploaded === 0 ? "None added." : `${pictures.uploaded.toLocaleString("en-IN")} added.`}
        </strong>{" "}
        {state === "rejected" && pictures.uploaded > 0 && "Compare the file again to use them."}
      </p>
      <FileField
        key={form}
        label="ZIP file or pictures"
        accept=".zip,application/zip,image/*"
        hint="JPEG, PNG, WebP or AVIF, up to 25 MB each; a ZIP file up to 100 MB. Folders in it do no harm."
        isMultiple
        onChange={(_, all) => setFiles(all)}
        error={
          fieldMessage(error, "file") ??
          (tooLarge
            ? `${tooLarge.name} is larger than ${MAX_PICTURES_FILE_BYTES / MB} MB. Please split it.`
            : undefined)
        }
      />
      <Problem error={error} />
      <Button
        type="submit"
        className="button-quiet justify-self-start"
        disabled={busy || files.length === 0 || tooLarge !== undefined}
      >
        {busy ? `Uploading ${Math.min(sent + 1, files.length)} of ${files.length}…` : "Add pictures"}
      </Button>
    </form>
  );
}
