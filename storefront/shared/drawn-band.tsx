import type { ReactNode } from "react";
import { LineDrawing } from "./empty-state.tsx";

/** Opens a page that says that another one is not there: large words beside a withered plant. */
export function WitheredBand({ children }: { children: ReactNode }) {
  return (
    <section className="bg-linen">
      <div className="container-page grid items-center gap-x-10 gap-y-8 py-9 sm:grid-cols-[minmax(0,1fr)_auto] sm:py-16 xl:py-20">
        <WitheredBlades />
        <div className="sm:order-first">{children}</div>
      </div>
    </section>
  );
}

/** Draws a pandanus with five hanging blades. */
function WitheredBlades() {
  return (
    <LineDrawing height={122} className="h-auto w-28 text-brass sm:w-52 lg:mr-16 lg:w-80">
      <path d="M66 116c0-30-2-50 8-68M30 116h80" />
      <path d="M74 48c10-16 28-18 40-6-13-1-26 2-40 6ZM74 48c15-1 28 10 29 28-10-11-19-20-29-28ZM74 48c-9-16-26-17-37-5 12-2 25 1 37 5ZM74 48c-15 0-26 10-26 27 8-11 17-20 26-27ZM74 48c-3-14 1-27 10-36 3 13-1 26-10 36Z" />
      <path d="M92 113c5-6 14-7 22-3-6 5-14 6-22 3Z" />
    </LineDrawing>
  );
}
