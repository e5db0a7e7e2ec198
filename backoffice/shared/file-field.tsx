import { Labelled, type LabelledProps } from "./labelled.tsx";

/** The types of a table that spreadsheets save: their “Unicode Text” is a .txt. */
export const TABLE_FILES = ".csv,.txt,.tsv,text/csv";

interface FileFieldProps extends LabelledProps {
  /** The accepted types, as for an input: TABLE_FILES, or image/*. */
  accept: string;
  isMultiple?: boolean;
  /** Opens this camera of a phone at once. */
  capture?: "environment";
  /** @param all the chosen files, if there may be several */
  onChange: (file: File | null, all: readonly File[]) => void;
}

/** A labelled file input with its error. */
export function FileField({ accept, isMultiple = false, capture, onChange, ...labels }: FileFieldProps) {
  return (
    <Labelled {...labels}>
      {(attributes) => (
        <input
          {...attributes}
          type="file"
          accept={accept}
          multiple={isMultiple}
          capture={capture}
          className="block w-full py-1 file:mr-3 file:cursor-pointer file:button-quiet"
          onChange={(event) => onChange(event.target.files?.[0] ?? null, [...(event.target.files ?? [])])}
        />
      )}
    </Labelled>
  );
}
