import { useId } from "react";

interface NumberInputProps {
  label: string;
  /** As it is typed. */
  value: string;
  min: number;
  max: number;
  onChange: (typed: string) => void;
  onBlur?: () => void;
  className?: string;
}

export const isWholeNumber = (typed: string, min: number, max: number) =>
  /^\s*\d+\s*$/.test(typed) && Number(typed) >= min && Number(typed) <= max;

/**
 * A whole number, labelled for screen readers. A text, because the wheel changes an input of the type number, and such an input tells an
 * emptied field from a wrong one to nobody.
 */
export function NumberInput({ label, value, min, max, onChange, onBlur, className = "" }: NumberInputProps) {
  const id = useId();
  const isWrong = !isWholeNumber(value, min, max);
  return (
    <span className="grid gap-1">
      <input
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? id : undefined}
        className={`field ${className}`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
      <span id={id} role="status" className="text-small text-terracotta empty:hidden">
        {isWrong && `A whole number from ${min} to ${max}`}
      </span>
    </span>
  );
}
