import { type ReactNode, useId } from "react";

interface FileFieldProps {
  label: string;
  /** The accepted types, as for an input: ".csv,text/csv". */
  accept: string;
  error?: string | undefined;
  hint?: ReactNode;
  isMultiple?: boolean;
  /** @param all the chosen files, if there may be several */
  onChange: (file: File | null, all: readonly File[]) => void;
}

/** A labelled file input with its error. */
export function FileField({ label, accept, error, hint, isMultiple = false, onChange }: FileFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <input
        type="file"
        id={id}
        accept={accept}
        multiple={isMultiple}
        className="block w-full py-1 file:mr-3 file:cursor-pointer file:button-quiet"
        aria-invalid={error !== undefined}
        aria-describedby={error || hint ? `${id}-more` : undefined}
        onChange={(event) => onChange(event.target.files?.[0] ?? null, [...(event.target.files ?? [])])}
      />
      {(error || hint) && (
        <p
          id={`${id}-more`}
          role={error && "alert"}
          className={`mt-1 text-small ${error ? "text-terracotta" : "text-bark"}`}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  );
}
