import { useEffect, useId, useLayoutEffect, useRef } from "react";
import { backspaceIn, type CodeBoxesState, pasteInto, typeInto } from "./code-digits.ts";
import { FieldError } from "./field.tsx";

interface CodeBoxesProps {
  state: CodeBoxesState;
  onChange: (state: CodeBoxesState) => void;
  error: string | undefined;
  /** Whether the code was rejected. */
  isRejected: boolean;
  /** The id of the sentence that says where the code was sent. */
  describedBy: string | undefined;
}

/** Six boxes for a mailed code. The first is focused at the start; a phone may autofill the whole code. */
export function CodeBoxes({ state, onChange, error, isRejected, describedBy }: CodeBoxesProps) {
  const id = useId();
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const { digits, focus } = state;

  useLayoutEffect(() => boxes.current[0]?.focus(), []);
  const moved = useRef(state);
  useEffect(() => {
    if (moved.current === state) return;
    moved.current = state;
    boxes.current[focus]?.focus();
  }, [state, focus]);

  const onKeyDown = (event: React.KeyboardEvent<HTMLInputElement>, box: number) => {
    const to = { ArrowLeft: box - 1, ArrowRight: box + 1, Home: 0, End: digits.length - 1 }[event.key];
    if (event.key === "Backspace") onChange(backspaceIn(state, box));
    else if (to !== undefined) boxes.current[to]?.focus();
    else return;
    event.preventDefault();
  };

  return (
    <fieldset aria-describedby={error ? `${id}-error` : describedBy} className="min-w-0">
      <legend className="mb-1.5 font-semibold text-small">Six-digit code</legend>
      <div className="grid grid-cols-6 gap-2">
        {digits.map((digit, box) => (
          <input
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is identified by its position
            key={box}
            ref={(element) => {
              boxes.current[box] = element;
            }}
            value={digit}
            aria-label={`Digit ${box + 1} of ${digits.length}`}
            aria-invalid={error || isRejected ? true : undefined}
            inputMode="numeric"
            autoComplete={box === 0 ? "one-time-code" : "off"}
            onChange={(event) => onChange(typeInto(state, box, event.target.value))}
            onBeforeInput={(event) => {
              // Typing the same digit fires no change event; the focus must still move on.
              if (!digit || event.data !== digit) return;
              event.preventDefault();
              onChange(typeInto(state, box, digit));
            }}
            onKeyDown={(event) => onKeyDown(event, box)}
            onPaste={(event) => {
              event.preventDefault();
              onChange(pasteInto(state, box, event.clipboardData.getData("text")));
            }}
            onFocus={(event) => event.target.select()}
            className="field h-14 px-0 text-center font-display text-[1.5rem] tabular-nums sm:h-16 sm:text-[1.75rem]"
          />
        ))}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}

/** Placeholder until it is known whether a code is needed. */
export function CodeBoxesSkeleton() {
  return (
    <div aria-hidden="true" className="pt-7 noscript:hidden">
      <div className="grid grid-cols-6 gap-2">
        {["1", "2", "3", "4", "5", "6"].map((box) => (
          <div key={box} className="h-14 rounded-control border border-sand bg-linen sm:h-16" />
        ))}
      </div>
      <div className="mt-7 h-11 rounded-control bg-linen" />
    </div>
  );
}
