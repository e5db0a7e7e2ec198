import { useId } from "react";
import { CheckIcon } from "../shared/icons.tsx";

interface CheckLineProps {
  label: string;
  /** The number of products, as text. */
  count: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** A short name in a frame, instead of a box beside it. */
  isPill?: boolean;
}

/** A checkbox with its label and number of products. */
export function CheckLine({ label, count, checked, onChange, isPill = false }: CheckLineProps) {
  const id = useId();
  const input = (
    <input
      id={id}
      type="checkbox"
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      className="absolute inset-0 size-full cursor-pointer opacity-0"
    />
  );
  const name = (
    <>
      {label} <span className="text-small text-bark tabular-nums">({count})</span>
    </>
  );
  if (isPill) {
    return (
      <label
        htmlFor={id}
        className="relative flex min-h-11 items-center gap-1 whitespace-nowrap rounded-control border border-control/60 px-3 text-[0.9375rem] hover:border-leaf has-checked:border-leaf has-checked:bg-leaf has-checked:text-white has-checked:[&_span]:text-white has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf"
      >
        {input}
        {name}
      </label>
    );
  }
  return (
    <label htmlFor={id} className="group flex min-h-11 items-center gap-2.5 text-[0.9375rem]">
      <span className="relative grid size-5 shrink-0 place-items-center rounded-control border border-control bg-white text-white has-checked:border-leaf has-checked:bg-leaf has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf">
        {input}
        {checked && <CheckIcon width="16" height="16" strokeWidth="2.25" />}
      </span>
      <span className="min-w-0 leading-tight group-hover:text-leaf">{name}</span>
    </label>
  );
}
