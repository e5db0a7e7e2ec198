import { useEffect, useRef } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { isDay } from "../../contract/dates.ts";

interface DayInputsProps {
  /** The parameters of the first and the last day. */
  names?: readonly [from: string, to: string];
  labels?: readonly [from: string, to: string];
  /** Returns the list's query with another day; "" removes it. */
  queryFor: (change: Readonly<Record<string, string>>) => string;
}

/** The first and the last day of a list, each of which applies at once. */
export function DayInputs({ names = ["from", "to"], labels = ["From", "Until"], queryFor }: DayInputsProps) {
  return names.map((name, at) => (
    <DayInput key={name} name={name} label={labels[at] ?? name} queryFor={(day) => queryFor({ [name]: day })} />
  ));
}

interface DayInputProps {
  name: string;
  label: string;
  queryFor: (day: string) => string;
}

function DayInput({ name, label, queryFor }: DayInputProps) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const applied = search.get(name) ?? "";
  // Not controlled, and not a new element for each day: either would end the typing after a digit of the day.
  useEffect(() => {
    if (input.current && input.current.value !== applied) input.current.value = applied;
  }, [applied]);
  return (
    <label className="text-bark text-small md:flex md:items-center md:gap-1.5">
      {label}
      <input
        ref={input}
        type="date"
        defaultValue={applied}
        onChange={({ target: { value } }) => {
          // A year is typed digit by digit.
          if (value === "" || isDay(value)) void navigate(queryFor(value));
        }}
        className="field text-ink md:w-auto"
      />
    </label>
  );
}
