import type { PointerEvent } from "react";
import { PRICE_SLIDER } from "../../contract/limits.ts";
import { formatMoney } from "../shared/money.ts";
import { useShop } from "../shared/shop-context.ts";

export interface PriceRange {
  low: number;
  high: number;
}

const { min, max, step, gap } = PRICE_SLIDER;
/** Width of a thumb with its margin for fingers, in pixels. */
const THUMB = 44;

/**
 * Two thumbs on one track: two native range inputs on top of each other, accessible to keyboard, touch and screen readers. The thumbs
 * cannot cross.
 */
export function PriceSlider({
  range,
  steps,
  isOff,
  onChange,
}: {
  range: PriceRange;
  /** The range does not filter yet: its thumbs are hollow, and all prices are shown as chosen. */
  isOff: boolean;
  /** Numbers of products, drawn over the track. */
  steps: readonly number[];
  onChange: (range: PriceRange) => void;
}) {
  const { currencySymbol } = useShop();
  const { low, high } = range;
  const moveLow = (value: number) => onChange({ low: Math.min(value, high - gap), high });
  const moveHigh = (value: number) => onChange({ low, high: Math.max(value, low + gap) });
  const lowText = formatMoney(low, currencySymbol);
  const highText = formatMoney(high, currencySymbol);

  /** Moves the nearer thumb to where the track is pressed. */
  const jump = ({ target, currentTarget, clientX }: PointerEvent<HTMLDivElement>) => {
    if (target instanceof HTMLInputElement) return;
    const { left, width } = currentTarget.getBoundingClientRect();
    const ratio = Math.min(1, Math.max(0, (clientX - left - THUMB / 2) / (width - THUMB)));
    const value = Math.round((min + ratio * (max - min)) / step) * step;
    if (Math.abs(value - low) < Math.abs(value - high)) moveLow(value);
    else moveHigh(value);
  };

  const at = (value: number) => `calc(${THUMB / 2}px + ${(value - min) / (max - min)} * (100% - ${THUMB}px))`;
  return (
    <>
      <p className={`mb-3 tabular-nums ${isOff ? "text-bark" : "font-semibold"}`}>
        {isOff ? "Any price" : `${lowText} to ${high === max ? `${highText} and above` : highText}`}
      </p>
      <Histogram steps={steps} range={isOff ? { low: min, high: max } : range} />
      {/* Wider by the thumbs' margins, so that the track aligns with the text; below the bars by more than half a thumb. */}
      <div className="relative -mx-[22px] -mt-2 h-11" onPointerDown={jump}>
        <div className="absolute inset-x-[22px] top-1/2 -translate-y-1/2 border-sand border-t-3" />
        {!isOff && (
          <div
            className="absolute top-1/2 -translate-y-1/2 border-leaf border-t-3"
            style={{ left: at(low), right: `calc(100% - ${at(high)})` }}
          />
        )}
        <Thumb label="Lowest price" value={low} text={lowText} isOff={isOff} onChange={moveLow} />
        <Thumb
          label="Highest price"
          value={high}
          text={high === max ? `${highText} and above` : highText}
          isOff={isOff}
          onChange={moveHigh}
        />
      </div>
      <p aria-hidden="true" className="flex justify-between text-bark text-small tabular-nums">
        <span>{formatMoney(min, currencySymbol)}</span>
        <span>{formatMoney(max, currencySymbol)}+</span>
      </p>
      <p role="status" className="text-bark text-small not-empty:mt-2">
        {high - low === gap && `Please choose a range of at least ${formatMoney(gap, currencySymbol)}.`}
      </p>
    </>
  );
}

/** Shows a bar per price range that has products; those within the chosen range are dark. Decorative. */
function Histogram({ steps, range }: { steps: readonly number[]; range: PriceRange }) {
  const highest = Math.max(1, ...steps);
  const width = (max - min) / steps.length;
  return (
    <div aria-hidden="true" className="flex h-16 items-end gap-0.5">
      {steps.map((count, step) => {
        const middle = min + (step + 0.5) * width;
        return (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a range has no other id
            key={step}
            style={{ height: `${Math.sqrt(count / highest) * 100}%` }}
            className={`flex-1 rounded-t-control ${middle > range.low && middle < range.high ? "bg-brass/45" : "bg-sand"}`}
          />
        );
      })}
    </div>
  );
}

function Thumb({
  label,
  value,
  text,
  isOff,
  onChange,
}: {
  label: string;
  value: number;
  text: string;
  isOff: boolean;
  onChange: (value: number) => void;
}) {
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={isOff ? "any price" : text}
      min={min}
      max={max}
      step={step}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
      className={`price-thumb ${isOff ? "[--thumb:var(--color-white)]" : ""}`}
    />
  );
}
