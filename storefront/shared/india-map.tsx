import type { ReactNode } from "react";
import { assetUrl } from "./assets-host.ts";
import india from "./drawings/india.svg?no-inline";

/** Where ingredients grow, and where they are blended, in the map's units. */
export const MAP_PLACES = {
  Pampore: { x: 67, y: 39 },
  Kannauj: { x: 112, y: 112 },
  Lucknow: { x: 122, y: 114 },
  Jodhpur: { x: 50, y: 120 },
  Hojai: { x: 230, y: 123 },
  Ganjam: { x: 159, y: 188 },
  Mysuru: { x: 83, y: 254 },
  Malabar: { x: 75, y: 264 },
  Madurai: { x: 96, y: 277 },
  Idukki: { x: 86, y: 278 },
} as const;

/** A map of India on leaf, in lines of brass. @param children what is drawn on it, in its units */
export function IndiaMap({ title, className, children }: { title: string; className: string; children: ReactNode }) {
  return (
    <svg viewBox="0 0 290 308" className={`mx-auto overflow-visible ${className}`} role="img" aria-label={title}>
      <image href={assetUrl(india)} width="290" height="308" />
      {children}
    </svg>
  );
}

/** A place's dot. */
export function MapDot({ x, y }: { x: number; y: number }) {
  return <circle cx={x} cy={y} r="2.6" className="fill-straw" />;
}
