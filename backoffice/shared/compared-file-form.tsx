import { type ReactNode, useState } from "react";
import type { RequestError } from "../api/client.ts";
import { Button } from "./button.tsx";
import { Problem } from "./field.tsx";
import { FileField, TABLE_FILES } from "./file-field.tsx";
import { fieldMessage, useAction } from "./use-action.ts";

interface FormState {
  error: RequestError | null;
  /** Forgets the comparison: call it when a field changes. */
  forget: () => void;
}

interface ComparedFileFormProps<Comparison extends { digest: string }> {
  label: string;
  className: string;
  /** What the file has to be, and what happens with it. */
  explanation: string;
  fields?: (state: FormState) => ReactNode;
  fileLabel: string;
  fileHint: string;
  maxBytes: number;
  compareLabel: string;
  storeLabel: string;
  /** @param digest of the comparison that was shown; without it nothing is stored */
  upload: (file: Blob, digest?: string) => Promise<Comparison>;
  isStorable?: (compared: Comparison) => boolean;
  show: (compared: Comparison) => ReactNode;
  /** @returns what is said instead of the comparison */
  onStored: (stored: Comparison) => Promise<ReactNode>;
}

/** A CSV file that is compared with the shop, and stored once the differences were shown. */
export function ComparedFileForm<Comparison extends { digest: string }>({
  label,
  className,
  explanation,
  fields,
  fileLabel,
  fileHint,
  maxBytes,
  compareLabel,
  storeLabel,
  upload,
  isStorable = () => true,
  show,
  onStored,
}: ComparedFileFormProps<Comparison>) {
  const [file, setFile] = useState<File | null>(null);
  const [compared, setCompared] = useState<Comparison | null>(null);
  const [stored, setStored] = useState<ReactNode>(null);
  const { run, busy, error } = useAction();
  const maxMb = maxBytes / 1024 / 1024;
  const isTooLarge = file !== null && file.size > maxBytes;
  const canStore = compared !== null && isStorable(compared);

  function forget(): void {
    setCompared(null);
    setStored(null);
  }
  const submit = () =>
    run(async () => {
      const result = await upload(file ?? new Blob(), canStore ? compared.digest : undefined);
      setCompared(canStore ? null : result);
      if (canStore) setStored(await onStored(result));
    });

  return (
    <form
      noValidate
      aria-label={label}
      className={`grid grid-cols-[minmax(0,1fr)] gap-3 ${className}`}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p>{explanation}</p>
      {fields?.({ error, forget })}
      <FileField
        label={fileLabel}
        accept={TABLE_FILES}
        hint={`${fileHint}, up to ${maxMb} MB.`}
        onChange={(chosen) => {
          forget();
          setFile(chosen);
        }}
        error={
          fieldMessage(error, "file") ??
          (isTooLarge ? `A file can have up to ${maxMb} MB. Please split it.` : undefined)
        }
      />
      <Problem error={error} />
      {compared && show(compared)}
      {stored}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" className="button-primary" disabled={busy || file === null || isTooLarge}>
          {canStore ? storeLabel : compareLabel}
        </Button>
        {canStore && (
          <button type="button" className="button-quiet" onClick={() => setCompared(null)}>
            Don’t store it
          </button>
        )}
      </div>
    </form>
  );
}
