import { Link } from "react-router";

/** Leads from a page about one thing to the list of them. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <p className="mb-1">
      <Link to={to} className="text-link py-1">
        {children}
      </Link>
    </p>
  );
}
