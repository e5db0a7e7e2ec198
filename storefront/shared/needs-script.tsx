import type { ReactNode } from "react";

/** Says without JavaScript what needs it. */
export function NeedsScript({ children, className = "" }: { children: ReactNode; className?: string }) {
  return <p className={`hidden noscript:block ${className}`}>{children}</p>;
}

export function PageNeedsScript({ className = "" }: { className?: string }) {
  return <NeedsScript className={className}>This page needs JavaScript. Please switch it on and reload.</NeedsScript>;
}

export function FormNeedsScript() {
  return <NeedsScript>This form needs JavaScript. Please switch it on and reload the page.</NeedsScript>;
}
