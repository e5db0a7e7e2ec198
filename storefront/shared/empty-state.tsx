import type { ReactNode } from "react";
import { Link } from "react-router";

interface EmptyStateProps {
  drawing: ReactNode;
  title?: string;
  /** One sentence that explains the empty state. */
  children: ReactNode;
  /** A link or button. */
  action?: ReactNode;
  className?: string;
}

/** An empty state: a drawing, a sentence, a link. */
export function EmptyState({ drawing, title, children, action = <AllProducts />, className = "" }: EmptyStateProps) {
  return (
    <div className={`grid justify-items-center gap-4 py-8 text-center md:py-14 ${className}`}>
      {drawing}
      {title && <h2 className="text-quote">{title}</h2>}
      <p className="max-w-md text-balance text-bark">{children}</p>
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

interface LineDrawingProps {
  height: number;
  children: ReactNode;
}

/** A decorative line drawing, 140 units wide. Its lines are as thin at another size. */
export function LineDrawing({ height, children }: LineDrawingProps) {
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
      className="overflow-visible text-brass [&_*]:[vector-effect:non-scaling-stroke]"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
