import { useEffect, useRef, useState } from "react";
import { announce } from "../shared/announcer.tsx";
import { MinusIcon, PlusIcon } from "../shared/icons.tsx";
import { isUnfinished, parseQuantity } from "./quantity.ts";

interface QuantityStepperProps {
  quantity: number;
  max: number;
  /** Shown when `max` is reached. */
  maxReachedText: string;
  /** The item's name for screen readers, if the page has several steppers. */
  of?: string;
  onChange: (quantity: number) => void;
}

/** A typed quantity is applied after this pause, in milliseconds. */
const TYPING_PAUSE_MS = 800;

/** A minus button, a number field and a plus button. An invalid typed value is ignored. */
export function QuantityStepper({ quantity, max, maxReachedText, of, onChange }: QuantityStepperProps) {
  // The field's text while it is not a quantity; otherwise null.
  const [draft, setDraft] = useState<string | null>(null);
  // The quantity before typing began, to restore if the text becomes invalid: "1" is a quantity, "1e5" is not.
  const before = useRef<number | null>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);

  const change = (next: number) => {
    if (next !== quantity) onChange(next);
    announce(`${of === undefined ? "Quantity" : `${of}:`} ${next}${next === max ? `. ${maxReachedText}` : ""}`);
  };
  const input = useRef<HTMLInputElement>(null);
  const endTyping = () => {
    clearTimeout(pause.current);
    before.current = null;
    setDraft(null);
  };
  const endValue = () => {
    endTyping();
    // Selects the text, so that the next digit replaces it.
    if (document.activeElement === input.current) requestAnimationFrame(() => input.current?.select());
  };
  const type = (text: string) => {
    clearTimeout(pause.current);
    before.current ??= quantity;
    const typed = parseQuantity(text, max);
    if (typed !== null) {
      setDraft(null);
      change(typed);
    } else {
      setDraft(text);
      if (before.current !== quantity) change(before.current);
    }
    // An empty field waits for a number.
    if (!isUnfinished(text)) pause.current = setTimeout(endValue, TYPING_PAUSE_MS);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: applies what was typed before hydration, once
  useEffect(() => {
    const early = input.current?.value ?? "";
    if (early !== String(quantity)) type(early);
  }, []);
  const step = (by: 1 | -1) => {
    endTyping();
    const next = quantity + by;
    if (next >= 1 && next <= max) change(next);
  };

  const name = of === undefined ? "quantity" : `quantity of ${of}`;
  const button =
    "grid w-11 place-items-center text-bark transition-colors duration-150 hover:text-ink aria-disabled:cursor-default aria-disabled:text-bark aria-disabled:opacity-40";
  return (
    <div className="flex h-12 w-fit max-w-full items-stretch rounded-control border border-control bg-white noscript:hidden">
      <button
        type="button"
        aria-label={`Decrease ${name}`}
        aria-disabled={quantity <= 1}
        className={button}
        onClick={() => step(-1)}
      >
        <MinusIcon width="18" height="18" />
      </button>
      <input
        ref={input}
        aria-label={`Q${name.slice(1)}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={draft ?? quantity}
        onChange={(event) => type(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={endTyping}
        onKeyDown={(event) => {
          if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
          event.preventDefault();
          step(event.key === "ArrowUp" ? 1 : -1);
        }}
        className="w-9 min-w-0 bg-transparent text-center font-semibold tabular-nums"
      />
      <button
        type="button"
        aria-label={`Increase ${name}`}
        aria-disabled={quantity >= max}
        className={button}
        onClick={() => step(1)}
      >
        <PlusIcon width="18" height="18" />
      </button>
    </div>
  );
}
