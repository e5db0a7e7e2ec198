import { useId } from "react";

interface ChoicesProps<Value extends string> {
  legend: string;
  choices: readonly { value: Value; name: string }[];
  chosen: readonly Value[];
  onChange: (chosen: readonly Value[]) => void;
  error?: string | undefined;
}

/** Checkboxes; at least one must be ticked. */
export function Choices<Value extends string>({ legend, choices, chosen, onChange, error }: ChoicesProps<Value>) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="font-semibold">{legend}</legend>
      {choices.map(({ value, name }) => (
        <label key={value} className="flex items-center gap-2 py-1.5">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={() =>
              onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value])
            }
          />
          {name}
        </label>
      ))}
      {error && (
        <p id={id} role="alert" className="text-small text-terracotta">
          {error}
        </p>
      )}
    </fieldset>
  );
}
