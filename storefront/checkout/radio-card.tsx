import type { ReactNode } from "react";

interface RadioCardProps {
  /** The name of the group. */
  name: string;
  value: string;
  checked: boolean;
  disabled?: boolean;
  onChoose: () => void;
  title: ReactNode;
  /** Text at the right of the title: a price or a day. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** One choice of several, as a card. */
export function RadioCard({
  name,
  value,
  checked,
  disabled = false,
  onChoose,
  title,
  aside,
  children,
}: RadioCardProps) {
  return (
    <label className="flex cursor-pointer items-start gap-3.5 rounded-picture border border-sand p-4 transition-colors duration-150 hover:border-control has-checked:border-leaf has-checked:bg-white has-checked:[box-shadow:inset_0_0_0_1px_var(--color-leaf)] has-disabled:cursor-not-allowed has-focus-visible:outline-2 has-focus-visible:outline-leaf has-focus-visible:outline-offset-3">
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        className="mt-0.5 size-5 shrink-0 accent-leaf outline-none"
      />
      <span className="min-w-0 flex-1 text-small">
        <span className="mb-0.5 flex flex-wrap items-baseline justify-between gap-x-3 text-body">
          <span className={disabled ? "text-bark" : ""}>{title}</span>
          <span className="text-small tabular-nums">{aside}</span>
        </span>
        <span className={disabled ? "text-bark" : ""}>{children}</span>
      </span>
    </label>
  );
}
