import { useState } from "react";
import { MinusIcon, PlusIcon } from "./icons.tsx";
import { isUnfinished, parseQuantity } from "./quantity.ts";

interface QuantityStepperProps {
  quantity: number;
  most: number;
  /** Of what; needed where there are several on a screen. */
  of?: string;
  onChange: (quantity: number) => void;
}

/** Minus, number, plus. What cannot be a quantity is not taken; the last one that could stays (S5.49 to S5.51). */
export function QuantityStepper({ quantity, most, of, onChange }: QuantityStepperProps) {
  // What stands in the field while it is between two numbers; null when it shows the quantity.
  const [unfinished, setUnfinished] = useState<string | null>(null);
  const [announced, setAnnounced] = useState("");

  const type = (text: string) => {
    const typed = parseQuantity(text, most);
    if (typed !== null) onChange(typed);
    if (typed !== null) setUnfinished(null);
    else if (isUnfinished(text)) setUnfinished(text);
  };
  const step = (by: 1 | -1) => {
    const next = Math.min(most, Math.max(1, quantity + by));
    setUnfinished(null);
    onChange(next);
    setAnnounced(`Quantity ${next}`);
  };

  const name = of === undefined ? "quantity" : `quantity of ${of}`;
  const button = "grid w-11 shrink-0 place-items-center text-bark transition-colors duration-150 hover:text-ink";
  return (
    <div className="flex h-12 w-fit items-stretch rounded-control border border-control bg-white">
      <button
        type="button"
        aria-label={`Decrease ${name}`}
        className={`${button} ${quantity <= 1 ? "opacity-40" : ""}`}
        onClick={() => step(-1)}
      >
        <MinusIcon width="18" height="18" />
      </button>
      <input
        aria-label={`Q${name.slice(1)}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={unfinished ?? quantity}
        onChange={(event) => type(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => setUnfinished(null)}
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
        className={`${button} ${quantity >= most ? "opacity-40" : ""}`}
        onClick={() => step(1)}
      >
        <PlusIcon width="18" height="18" />
      </button>
      <span role="status" className="sr-only">
        {announced}
      </span>
    </div>
  );
}
