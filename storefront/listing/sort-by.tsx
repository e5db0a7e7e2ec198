import { useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { ChevronDownIcon } from "../shared/icons.tsx";
import { ALL_SORTS, type Choices, ORIGIN_SORT, SORTS, type SortName, writeChoices } from "./choices.ts";

/**
 * The Sort By menu: a native select styled like the shop. Without JavaScript it is a form with a button.
 * @param byOrigin whether it offers the order by country of origin
 */
export function SortBy({ path, choices, byOrigin }: { path: string; choices: Choices; byOrigin: boolean }) {
  const navigate = useNavigate();
  const select = useRef<HTMLSelectElement>(null);
  const sorts = byOrigin || choices.sort === ORIGIN_SORT.name ? ALL_SORTS : SORTS;
  const chosen = sorts.findIndex(({ name }) => name === choices.sort);

  const sort = (name: string) => {
    navigate(path + writeChoices({ ...choices, sort: name as SortName }));
  };

  const [hydrated, setHydrated] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration
  useLayoutEffect(() => {
    setHydrated(true);
    // Applies a choice made before hydration.
    const early = sorts.find(({ name }) => name === select.current?.value);
    if (early && early.name !== choices.sort) sort(early.name);
  }, []);
  useLayoutEffect(() => {
    // At first no order is chosen, and none of the six entries means that.
    if (hydrated && select.current) select.current.selectedIndex = chosen;
  }, [hydrated, chosen]);

  return (
    <form action={path} className="flex items-center gap-2">
      <div className="relative flex min-h-11 items-center rounded-control px-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-0 has-focus-visible:outline-leaf md:px-0">
        <label htmlFor="listing-sort" className="font-semibold whitespace-nowrap md:text-compact">
          Sort By
        </label>
        {chosen >= 0 && (
          <span aria-hidden="true" className="ml-2 hidden text-bark md:block noscript:hidden">
            {sorts[chosen]?.label}
          </span>
        )}
        <ChevronDownIcon width="16" height="16" className="ml-1.5 text-bark noscript:hidden" />
        <select
          ref={select}
          id="listing-sort"
          name="sort"
          autoComplete="off"
          defaultValue={choices.sort ?? ""}
          onChange={(event) => sort(event.target.value)}
          className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0 noscript:static noscript:ml-2 noscript:w-auto noscript:opacity-100"
        >
          {/* Otherwise the browser shows the first order as chosen. */}
          {!hydrated && <option value="" hidden />}
          {sorts.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <noscript>
        <ChosenFilters choices={choices} />
        <button type="submit" className="button-quiet">
          Sort
        </button>
      </noscript>
    </form>
  );
}

/** Repeats the filters as hidden fields, so that sorting preserves them. */
function ChosenFilters({ choices }: { choices: Choices }) {
  const query = new URLSearchParams(writeChoices({ ...choices, sort: undefined }));
  return [...query].map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
