import type { ReactNode } from "react";
import { assetUrl } from "./assets-host.ts";

interface DrawnBandProps {
  /** The path of a drawing of 220 × 200 units, as imported. */
  drawing: string;
  children: ReactNode;
}

/** Opens a page on linen: its first words beside a line drawing, on a phone below it. */
export function DrawnBand({ drawing, children }: DrawnBandProps) {
  return (
    <div className="bg-linen">
      <div className="container-page grid items-center gap-x-10 gap-y-5 py-8 sm:grid-cols-[minmax(0,1fr)_auto] sm:py-10">
        <img
          src={assetUrl(drawing)}
          alt=""
          width="220"
          height="200"
          className="-ml-2 h-auto w-32 sm:ml-0 sm:w-44 lg:mr-16 lg:w-55"
        />
        <div className="sm:order-first">{children}</div>
      </div>
    </div>
  );
}
