import type { ReactNode } from "react";

export function AccountHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="mb-7">
      <h1 className="text-heading">{title}</h1>
      {children && <div className="mt-4 text-bark">{children}</div>}
    </header>
  );
}
