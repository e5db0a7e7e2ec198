import { Link } from "react-router";
import { type Choices, writeChoices } from "./choices.ts";

/** Links to the previous page, for a listing opened at a later page. */
export function PreviousPage({ path, choices, page }: { path: string; choices: Choices; page: number }) {
  if (page <= 1) return null;
  return (
    <p className="mb-6 flex flex-wrap items-center justify-between gap-x-6 text-bark">
      Page {page}
      <Link to={path + writeChoices(choices, page - 1)} className="standalone-link text-leaf">
        Previous page
      </Link>
    </p>
  );
}
