import { Link } from "react-router";

interface MissingProps {
  /** What a page is about: "dispute". */
  what: string;
  /** The path of the list of them, and its name. */
  list: string;
  why?: string;
  children: string;
}

/** The page for something that does not exist. */
export function Missing({ what, list, why, children }: MissingProps) {
  return (
    <div className="panel max-w-lg p-6">
      <title>{`No such ${what}`}</title>
      <h1 className="mb-2">There is no such {what}</h1>
      {why && <p className="mb-2">{why}</p>}
      <Link to={list} className="text-link">
        {children}
      </Link>
    </div>
  );
}
