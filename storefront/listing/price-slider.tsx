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
  /** The range does not filter yet: all prices are shown as chosen. */
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
  const highText = formatMoney(high, currencySymbol) + (high === max ? " and above" : "");

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
      <div
        className="mt-3 flex items-baseline justify-between gap-3 font-display text-title tabular-nums"
        aria-hidden="true"
      >
        <span>{isOff ? "Any price" : lowText}</span>
        {!isOff && <span className="text-right">{highText}</span>}
      </div>
      <Histogram steps={steps} range={isOff ? { low: min, high: max } : range} />
      {/* Wider by the thumbs' margins, so that the track aligns with the text. */}
      <div className="relative -mx-2.5 -mt-5.5 h-11" onPointerDown={jump}>
        <div className="absolute inset-x-[22px] top-1/2 h-0.5 -translate-y-1/2 bg-sand" />
        <div
          className="absolute top-1/2 h-0.5 -translate-y-1/2 bg-leaf"
          style={{ left: at(isOff ? min : low), right: `calc(100% - ${at(isOff ? max : high)})` }}
        />
        <Thumb label="Lowest price" value={low} text={lowText} onChange={moveLow} />
        <Thumb label="Highest price" value={high} text={highText} onChange={moveHigh} />
      </div>
    </>
  );
}

/** Shows a bar per price range; those within the chosen range are dark. Decorative. */
function Histogram({ steps, range }: { steps: readonly number[]; range: PriceRange }) {
  const highest = Math.max(1, ...steps);
  const width = (max - min) / steps.length;
  return (
    <div aria-hidden="true" className="mx-3 mt-3 flex h-12 items-end gap-px">
      {steps.map((count, step) => {
        const middle = min + (step + 0.5) * width;
        return (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a range has no other id
            key={step}
            style={{ height: `${Math.sqrt(count / highest) * 100}%` }}
            className={`flex-1 ${middle > range.low && middle < range.high ? "bg-leaf/55" : "bg-sand"}`}
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
  onChange,
}: {
  label: string;
  value: number;
  text: string;
  onChange: (value: number) => void;
}) {
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={text}
      min={min}
      max={max}
      step={step}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
      className="pointer-events-none absolute inset-0 m-0 size-full appearance-none bg-transparent outline-none [&::-moz-range-thumb]:pointer-events-auto [&::-moz-range-thumb]:box-border [&::-moz-range-thumb]:size-11 [&::-moz-range-thumb]:cursor-grab [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-[10px] [&::-moz-range-thumb]:border-transparent [&::-moz-range-thumb]:bg-leaf [&::-moz-range-thumb]:bg-clip-padding focus-visible:[&::-moz-range-thumb]:outline-2 focus-visible:[&::-moz-range-thumb]:-outline-offset-4 focus-visible:[&::-moz-range-thumb]:outline-leaf [&::-moz-range-track]:bg-transparent [&::-webkit-slider-thumb]:pointer-events-auto [&::-webkit-slider-thumb]:box-border [&::-webkit-slider-thumb]:size-11 [&::-webkit-slider-thumb]:cursor-grab [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border-[10px] [&::-webkit-slider-thumb]:border-transparent [&::-webkit-slider-thumb]:bg-leaf [&::-webkit-slider-thumb]:bg-clip-padding focus-visible:[&::-webkit-slider-thumb]:outline-2 focus-visible:[&::-webkit-slider-thumb]:-outline-offset-4 focus-visible:[&::-webkit-slider-thumb]:outline-leaf"
    />
  );
}
