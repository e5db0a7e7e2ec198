import type { ReactNode } from "react";
import { Link } from "react-router";

interface EmptyStateProps {
  drawing: ReactNode;
  title?: string;
  /** One sentence: why there is nothing. */
  children: ReactNode;
  /** The way on. */
  action?: ReactNode;
  className?: string;
}

/** In the place of what is not there: a drawing, a sentence, a way on. */
export function EmptyState({ drawing, title, children, action = <AllProducts />, className = "" }: EmptyStateProps) {
  return (
    <div className={`grid justify-items-center gap-4 py-8 text-center md:py-14 ${className}`}>
      {drawing}
      {title && <h2 className="text-title">{title}</h2>}
      <p className="max-w-md text-bark">{children}</p>
      <div className="mt-1">{action}</div>
    </div>
  );
}

function AllProducts() {
  return (
    <Link to="/products" className="button-primary">
      See all products
    </Link>
  );
}

/** A small drawing in lines, 140 units wide; it tells nothing that the words beside it do not. */
export function LineDrawing({ height, children }: { height: number; children: ReactNode }) {
  return (
    <svg
      viewBox={`0 0 140 ${height}`}
      width="140"
      height={height}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="text-brass"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
