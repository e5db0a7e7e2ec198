import type { ReactNode } from "react";
import { usePageFocus } from "../shell/focus-keeper.tsx";

/** The layout of pages that need no session. */
export function Frame({ title, children }: { title: string; children: ReactNode }) {
  usePageFocus();
  return (
    <main className="mx-auto grid min-h-dvh max-w-sm content-center px-4 py-10">
      <title>{title}</title>
      <h1 className="mb-4">{title}</h1>
      <div className="panel p-5">{children}</div>
    </main>
  );
}
