import { type ReactNode, useId } from "react";

interface CheckChoiceProps {
  label: string;
  /** Shown before the name. */
  mark?: ReactNode;
  /** The number of products, as text. */
  count: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A checkbox as a framed name with its number of products. */
export function CheckChoice({ label, mark, count, checked, onChange }: CheckChoiceProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="filter-choice">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      {mark}
      <span>
        {label} <span className="inline-block text-[0.9em] tabular-nums">({count})</span>
      </span>
    </label>
  );
}
