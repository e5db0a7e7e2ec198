import { type ReactNode, type SelectHTMLAttributes, useId } from "react";

interface SelectFieldProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, "id" | "className" | "onChange"> {
  label: string;
  options: readonly { value: string; name: string }[];
  error?: string | undefined;
  hint?: ReactNode;
  onChange: (value: string) => void;
}

/** A labelled select with its error. */
export function SelectField({ label, options, error, hint, onChange, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <select
        {...select}
        id={id}
        className="field"
        aria-invalid={error !== undefined}
        aria-describedby={error || hint ? `${id}-more` : undefined}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
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
