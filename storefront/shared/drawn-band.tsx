import type { ReactNode } from "react";
import { assetUrl } from "./assets-host.ts";

interface DrawnBandProps {
  /** The path of a drawing of 220 × 200 units, as imported. */
  drawing: string;
  children: ReactNode;
}

/** Opens a page on linen: its first words beside a line drawing; on a phone below it, its ground as wide as the window. */
export function DrawnBand({ drawing, children }: DrawnBandProps) {
  return (
    <div className="bg-linen">
      <div className="container-page grid items-center gap-x-10 gap-y-4 pt-5 pb-6 sm:grid-cols-[minmax(0,1fr)_auto] sm:py-10">
        <div className="relative -mx-gutter max-sm:before:absolute max-sm:before:inset-x-0 max-sm:before:top-[93%] max-sm:before:h-px max-sm:before:-translate-y-1/2 max-sm:before:bg-brass sm:mx-0">
          <img
            src={assetUrl(drawing)}
            alt=""
            width="220"
            height="200"
            className="relative mx-auto h-auto w-30 sm:w-44 lg:mr-16 lg:w-55"
          />
        </div>
        <div className="sm:order-first">{children}</div>
      </div>
    </div>
  );
}
