import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { filterProblem, type QueryProblem } from "./filter-problem.ts";

/** Shown instead of a list whose link has an invalid filter, such as a value that no longer exists; a link clears the filters. */
function FilterProblem({ problem }: { problem: QueryProblem }) {
  const [search] = useSearchParams();
  const tab = problem.errors.some(({ field }) => field === "tab") ? null : search.get("tab");
  return (
    <>
      {filterProblem(problem)}{" "}
      <Link
        to={{ search: tab ? `?${new URLSearchParams({ tab })}` : "" }}
        className="text-link max-md:inline-block md:whitespace-nowrap"
      >
        Clear filters
      </Link>
    </>
  );
}

/** Shows a problem of a list’s query; null without one. */
export const problemIn = (problem: QueryProblem | null): ReactNode => problem && <FilterProblem problem={problem} />;
