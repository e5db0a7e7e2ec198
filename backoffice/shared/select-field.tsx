import type { SelectHTMLAttributes } from "react";
import { Labelled, type LabelledProps } from "./labelled.tsx";

interface SelectFieldProps
  extends LabelledProps,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, "id" | "className" | "onChange"> {
  options: readonly { value: string; name: string }[];
  onChange: (value: string) => void;
}

/** A labelled select with its error. */
export function SelectField({ label, options, error, hint, onChange, ...select }: SelectFieldProps) {
  return (
    <Labelled label={label} error={error} hint={hint}>
      {(attributes) => (
        <select {...select} {...attributes} className="field" onChange={(event) => onChange(event.target.value)}>
          {options.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
