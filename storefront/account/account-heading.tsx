import type { ReactNode } from "react";

export function AccountHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="mb-7">
      <h1 className="text-[clamp(1.75rem,3vw,2.375rem)]">{title}</h1>
      {children && <div className="mt-3 text-bark">{children}</div>}
    </header>
  );
}
