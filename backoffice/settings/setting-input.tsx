import type { ChangeEvent } from "react";
import type { AdminSetting } from "../../contract/admin/settings.ts";
import { Field } from "../shared/field.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { TextArea } from "../shared/text-area.tsx";
import { MarkInput } from "./mark-input.tsx";

interface SettingInputProps {
  setting: Pick<AdminSetting, "label" | "meaning" | "input" | "options" | "unit">;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  isReadOnly: boolean;
}

/**
 * An input that suits the setting. A value of several parts is one text, with
 * between them; here each part has a line.
 */
export function SettingInput({ setting, value, onChange, error, isReadOnly }: SettingInputProps) {
  const { label, input, options, unit, meaning } = setting;
  // "Phone" needs no "Phone number."
  const hint = meaning.startsWith(label) && meaning.length < label.length + 10 ? undefined : meaning;
  const common = { label, hint, error };
  const typed = {
    ...common,
    readOnly: isReadOnly,
    value,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value),
  };
  switch (input) {
    case "flag":
    case "choice":
      return (
        <SelectField
          {...common}
          disabled={isReadOnly}
          value={value}
          options={
            input === "flag"
              ? [
                  { value: "true", name: "Yes" },
                  { value: "false", name: "No" },
                ]
              : [...new Set([value, ...options])].map((name) => ({ value: name, name }))
          }
          onChange={onChange}
        />
      );
    case "lines":
    case "links":
      return (
        <div>
          <TextArea
            label={label}
            error={error}
            readOnly={isReadOnly}
            rows={Math.min(8, Math.max(2, linesOf(value).split("\n").length))}
            value={linesOf(value)}
            onChange={(event) => onChange(partsOf(event.target.value))}
          />
          <p className="mt-1 text-bark text-small">
            {meaning.replace(/,? (its )?(lines )?separated by \|/, ", one a line")}
          </p>
        </div>
      );
    case "days":
      return <Days setting={setting} value={value} onChange={onChange} error={error} isReadOnly={isReadOnly} />;
    case "time":
      // A picker needs no example.
      return <Field {...typed} type="datetime-local" hint={meaning.replace(/, such as [^;]+/, "")} />;
    case "colour":
      return <Field {...typed} type="color" disabled={isReadOnly} />;
    case "mark":
      return (
        <MarkInput
          label={label}
          hint={meaning}
          path={value}
          error={error}
          isReadOnly={isReadOnly}
          onChange={onChange}
        />
      );
    case "key":
      return (
        <Field
          {...typed}
          hint={`${meaning} The stored value is not shown; leave this empty to keep it.`}
          type="password"
          autoComplete="new-password"
        />
      );
    default:
      return (
        <Field
          {...typed}
          label={unit ? `${label} (${unit})` : label}
          autoComplete="off"
          inputMode={input === "number" ? "numeric" : undefined}
        />
      );
  }
}

function Days({ setting: { label, options, meaning }, value, onChange, error, isReadOnly }: SettingInputProps) {
  const chosen = value.split("|").map((day) => day.trim());
  // In the order of the week, from Monday.
  const week = [...options.slice(1), ...options.slice(0, 1)];
  return (
    <fieldset disabled={isReadOnly}>
      <legend className="mb-1 font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-x-4">
        {week.map((day) => (
          <label key={day} className="flex items-center gap-2 py-2">
            <input
              type="checkbox"
              checked={chosen.includes(day)}
              onChange={() => onChange(week.filter((other) => chosen.includes(other) !== (other === day)).join("|"))}
            />
            {day}
          </label>
        ))}
      </div>
      <p role={error && "alert"} className={`mt-1 text-small ${error ? "text-terracotta" : "text-bark"}`}>
        {error ?? meaning.replace(", separated by |,", "")}
      </p>
    </fieldset>
  );
}

/** Puts each part on its own line. */
export const linesOf = (value: string) =>
  value
    .split("|")
    .map((part) => part.trimStart())
    .join("\n");
const partsOf = (typed: string) => typed.split("\n").join("|");
