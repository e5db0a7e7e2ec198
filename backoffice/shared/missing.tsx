import { Link } from "react-router";
import type { Subject } from "./load.ts";

/** The page for something that does not exist. */
export function Missing({ subject: { what, list, link, why } }: { subject: Subject }) {
  return (
    <div className="panel max-w-lg p-6">
      <title>{`No such ${what}`}</title>
      <h1 className="mb-2">There is no such {what}</h1>
      {why && <p className="mb-2">{why}</p>}
      <Link to={list} className="text-link">
        {link}
      </Link>
    </div>
  );
}
