import type { ReactNode } from "react";

/** The layout of pages that need no session. */
export function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-sm content-center px-4 py-10">
      <title>{title}</title>
      <h1 className="mb-4">{title}</h1>
      <div className="panel p-5">{children}</div>
    </main>
  );
}
