import type { ReactNode } from "react";
import { usePageFocus } from "../shell/focus-keeper.tsx";

/** The layout of pages that need no session. */
export function Frame({ title, children }: { title: string; children: ReactNode }) {
  usePageFocus();
  return (
    <main className="mx-auto grid min-h-dvh max-w-sm content-center px-4 py-10">
      <title>{title}</title>
      <p aria-hidden="true" className="mb-5 text-center font-display text-[1.375rem] text-leaf">
        Back office
      </p>
      <div className="panel p-6 shadow-sm max-md:p-5">
        <h1 className="mb-5">{title}</h1>
        {children}
      </div>
    </main>
  );
}
