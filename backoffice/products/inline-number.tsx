import { useRef, useState } from "react";
import { writtenNumber } from "../../contract/written-amounts.ts";
import { Button } from "../shared/button.tsx";
import { useAction } from "../shared/use-action.ts";

interface InlineNumberProps {
  label: string;
  value: number;
  prefix?: string;
  suffix?: string;
  isWhole?: boolean;
  /** Whether a stored number is tinted, as a stock of 0. */
  isAlarming?: (value: number) => boolean;
  /**
   * Saves the number.
   * @param before the stored value on which the change is based
   * @param isUndo whether the number was stored before
   * @returns what is stored now
   */
  onSave: (value: number, before: number, isUndo: boolean) => Promise<number>;
}

/** A number that is edited in place: Enter saves, Escape restores, and a saved change can be undone. */
export function InlineNumber({ label, value, prefix, suffix, isWhole = false, isAlarming, onSave }: InlineNumberProps) {
  const [stored, setStored] = useState({ value, loaded: value, before: null as number | null });
  // A reloaded list with another value replaces what was saved here.
  const shown = stored.loaded === value ? stored : { value, loaded: value, before: null };
  const [typed, setTyped] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { run, busy, error, clear } = useAction();
  const isChanged = typed !== null && typed.trim() !== String(shown.value);

  async function save(next: number, before: number | null): Promise<void> {
    const isSaved = await run(async () => {
      const now = await onSave(next, shown.value, before === null);
      setStored({ value: now, loaded: value, before });
    });
    if (isSaved) setTyped(null);
  }
  return (
    <form
      noValidate
      className="flex flex-wrap items-center gap-x-1 md:gap-x-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) void save(writtenNumber(typed), shown.value);
      }}
    >
      {prefix && <span aria-hidden="true">{prefix}</span>}
      <input
        ref={input}
        className={`field w-22 text-right max-md:w-[min(3.75rem,17vw)] ${isAlarming?.(shown.value) ? "bg-tint-danger text-on-danger" : ""}`}
        inputMode={isWhole ? "numeric" : "decimal"}
        aria-label={label}
        aria-invalid={error !== null}
        value={typed ?? String(shown.value)}
        readOnly={busy}
        onChange={(event) => {
          clear();
          setTyped(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || typed === null) return;
          event.stopPropagation();
          clear();
          setTyped(null);
        }}
      />
      {suffix && <span className="text-bark text-small">{suffix}</span>}
      {isChanged && (
        <Button type="submit" className="button-quiet" disabled={busy}>
          Save<span className="sr-only"> {label}</span>
        </Button>
      )}
      <span role="status" className="text-small">
        {!isChanged && shown.before !== null && (
          <>
            Saved.{" "}
            <Button
              type="button"
              className="text-link py-1"
              disabled={busy}
              onClick={() => void save(shown.before ?? shown.value, null)}
            >
              Undo<span className="sr-only"> {label}</span>
            </Button>
          </>
        )}
      </span>
      {error && (
        <span role="alert" className="basis-full text-small text-terracotta">
          {error.message}
        </span>
      )}
    </form>
  );
}
