import { Link } from "react-router";

/** Leads from a page about one thing to the list of them. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <p className="mb-1">
      <Link to={to} className="inline-block py-1 text-bark hover:text-ink hover:underline">
        <span aria-hidden="true">← </span>
        {children}
      </Link>
    </p>
  );
}
