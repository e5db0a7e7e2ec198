import type { ReactNode } from "react";
import { EmptyState, LineDrawing } from "../shared/empty-state.tsx";

/** The state of an empty tab. */
export function EmptyPane({ children }: { children: ReactNode }) {
  return (
    <EmptyState drawing={<EmptyParcel />} className="border-sand border-t">
      {children}
    </EmptyState>
  );
}

function EmptyParcel() {
  return (
    <LineDrawing height={110}>
      <path d="M34 58v36l36 12 36-12V58M70 70v36M34 58l36 12 36-12-12-6M34 58l12-6M34 58 20 68l36 12 14-10 14 10 36-12-14-10" />
      <path d="M70 56c-2-14 0-26 8-38M74 34c-9-1-14-6-15-14 9 0 14 5 15 14Zm2-8c8 0 13-4 15-12-9 0-14 4-15 12Zm-5 18c8 1 14-2 18-9-9-2-15 1-18 9Z" />
    </LineDrawing>
  );
}
