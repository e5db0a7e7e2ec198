import type { SVGProps } from "react";
import { MARK } from "../../contract/brand-mark.ts";
import { useShop } from "./shop-context.ts";

/** The shop's mark in the text's colour; hidden from screen readers. Its own one fills the drawing's place (styles/app.css). */
export const Mark = (props: SVGProps<SVGSVGElement>) => <Flower data-mark {...props} />;

/** The flower of the demo's mark, also an icon of claims. */
export function Flower({ pathLength, ...props }: SVGProps<SVGSVGElement>) {
  return (
    <svg
      viewBox={`0 0 ${MARK.size} ${MARK.size}`}
      width="32"
      height="32"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...props}
    >
      <path d={MARK.path} pathLength={pathLength} />
    </svg>
  );
}

/** The shop's name in spaced capitals, as on its packs. */
export function Wordmark({ className = "" }: { className?: string }) {
  return <span className={`wordmark ${className}`}>{useShop().name}</span>;
}

/** The average height and width of capital letters, and the space beside the first and the last one, in font sizes. */
const CAPITAL = { height: 0.7, width: 0.84, before: 0.04, after: 0.07 };

/** The shop's name across the whole width, sunk a little into the ground it stands on. */
export function WordmarkBand({ className = "" }: { className?: string }) {
  const { name } = useShop();
  const size = 1000 / (name.length * CAPITAL.width);
  return (
    <svg viewBox={`0 0 1000 ${Math.round(size * CAPITAL.height * 0.84)}`} className={className} aria-hidden="true">
      <text
        x={-size * CAPITAL.before}
        y={size * CAPITAL.height}
        textLength={1000 + size * (CAPITAL.before + CAPITAL.after)}
        fontSize={size}
        fill="currentColor"
        className="font-display uppercase"
      >
        {name}
      </text>
    </svg>
  );
}
