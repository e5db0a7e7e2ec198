import { useId } from "react";

interface PublishAtProps {
  of: string;
  value: string;
  problem: string | undefined;
  disabled: boolean;
  onChange: (value: string) => void;
}

/** When a scheduled product is published. */
export function PublishAt({ of, value, problem, disabled, onChange }: PublishAtProps) {
  const id = useId();
  return (
    <>
      <input
        type="datetime-local"
        className="field mt-1 md:w-52"
        data-grid=""
        aria-label={`In the shop from (Indian time), ${of}`}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? id : undefined}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      />
      {problem && (
        <span id={id} role="alert" className="block text-small text-terracotta">
          {problem}
        </span>
      )}
    </>
  );
}
