import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Availability, CountRelation, Facets } from "../../contract/catalogue/schemas.ts";
import { PRICE_SLIDER } from "../../contract/limits.ts";
import type { Query } from "../api/client.ts";
import { CloseIcon } from "../shared/icons.tsx";
import { atLeast } from "../shared/numbers.ts";
import { noteColor } from "../shared/product/note-families.ts";
import { CheckChoice } from "./check-choice.tsx";
import { AVAILABILITIES, type Choices, countFilters, type Filters, hasImports } from "./choices.ts";
import { NoteDot } from "./note-dot.tsx";
import { NoteFamilies } from "./note-families.tsx";
import { PriceSlider } from "./price-slider.tsx";
import { useFoundCount } from "./use-found-count.ts";

export interface FilterPanelProps {
  choices: Choices;
  /** Parameters of `GET product` that belong to the page itself. */
  scopeQuery: Query;
  facets: Facets | undefined;
  /** What the listing shows, for example "24 products". */
  listedCount: string;
  onApply: (filters: Filters) => void;
  onClear: () => void;
  onClose: () => void;
}

const AVAILABILITY_LABELS: Record<Availability, string> = { in_stock: "In stock", out_of_stock: "Out of stock" };
/** Numbers of names shown before "Show all": whole rows. */
const FIRST_NOTES = 6;
const FIRST_SIZES = 8;
const FIRST_COUNTRIES = 12;

/** Filters by price, fragrance notes, size, availability, and if products come from abroad by country of origin. Nothing is applied before Apply. */
export function FilterPanel({ choices, scopeQuery, facets, listedCount, onApply, onClear, onClose }: FilterPanelProps) {
  const [range, setRange] = useState(() => sliderOf(choices));
  const [moved, setMoved] = useState(false);
  const [notes, setNotes] = useState<readonly string[]>(choices.notes);
  const [sizes, setSizes] = useState<readonly string[]>(choices.sizes);
  const [countries, setCountries] = useState<readonly string[]>(choices.countries);
  const [stock, setStock] = useState<readonly Availability[]>(choices.availability ? [choices.availability] : []);

  const filters: Filters = {
    // The price filters only if the slider was moved or a price was set before.
    ...(moved ? pricesOf(range) : { minPrice: choices.minPrice, maxPrice: choices.maxPrice }),
    notes,
    sizes,
    countries,
    // Checking both is the same as checking none.
    availability: stock.length === 1 ? stock[0] : undefined,
  };
  const found = useFoundCount({ scopeQuery, choices: { ...choices, ...filters }, shown: choices, listedCount });
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onApply(filters);
  };

  return (
    <form onSubmit={apply} className="relative container-page flex min-h-full flex-col">
      <div className="sticky top-0 z-10 -mx-gutter flex items-center justify-between border-sand border-b bg-paper px-gutter py-2.5 sm:py-4.5 md:absolute md:top-3 md:right-gutter md:m-0 md:border-0 md:p-0">
        <h2 id="listing-filter-title" className="text-heading md:sr-only">
          Filter
        </h2>
        <button type="button" aria-label="Close filter" className="-mr-2.5 icon-button" onClick={onClose}>
          <CloseIcon />
        </button>
      </div>
      <div className="grid grid-rows-[auto_1fr] *:border-sand max-md:*:border-b max-md:*:pb-6 max-md:*:last:border-0 md:grid-cols-[minmax(15rem,1fr)_minmax(0,2.2fr)] md:gap-x-10 md:gap-y-6 md:py-8 md:*:row-span-2 lg:grid-cols-[minmax(16rem,1fr)_minmax(0,2fr)_minmax(0,1fr)] lg:gap-x-12">
        <fieldset className="min-w-0 md:row-span-1!">
          <legend className={LEGEND}>Price</legend>
          <div className="clear-both">
            <PriceSlider
              range={range}
              steps={facets?.priceSteps ?? []}
              isOff={!moved && choices.minPrice === undefined && choices.maxPrice === undefined}
              onChange={(next) => {
                setRange(next);
                setMoved(true);
              }}
            />
          </div>
        </fieldset>
        <NameList
          legend="Fragrance notes"
          all={(count) => `Show all ${count} notes`}
          none="These products have no fragrance notes to filter by."
          available={facets?.notes ?? []}
          relation={facets?.relation ?? "eq"}
          selected={notes}
          onChange={setNotes}
          first={FIRST_NOTES}
          markOf={(name) => <NoteDot color={noteColor(name)} />}
          className="md:border-l md:pl-10 lg:pl-12"
          listClassName="grid-cols-2 md:grid-cols-3"
        >
          <NoteFamilies available={facets?.notes ?? []} selected={notes} onChange={setNotes} />
        </NameList>
        <NameList
          legend="Size"
          all={(count) => `Show all ${count} sizes`}
          none="These products have no sizes to filter by."
          available={sortSizes(facets?.sizes ?? [])}
          relation={facets?.relation ?? "eq"}
          selected={sizes}
          onChange={setSizes}
          first={FIRST_SIZES}
          className="max-lg:md:col-start-2 lg:border-l lg:pl-12"
          listClassName="grid-cols-[repeat(auto-fill,minmax(6.25rem,1fr))]"
        />
        {(hasImports(facets) || choices.countries.length > 0) && (
          <NameList
            legend="Country of origin"
            all={(count) => `Show all ${count} countries`}
            none=""
            available={[...(facets?.countries ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1))}
            relation={facets?.relation ?? "eq"}
            selected={countries}
            onChange={setCountries}
            first={FIRST_COUNTRIES}
            className="md:col-span-full md:row-span-1! md:row-start-3"
            listClassName="grid-cols-2 md:grid-cols-4"
          />
        )}
        <fieldset className="min-w-0 md:col-start-1 md:row-span-1! md:row-start-2">
          <legend className={LEGEND}>Availability</legend>
          <div className="clear-both grid grid-cols-2 gap-2">
            {AVAILABILITIES.map((name) => (
              <CheckChoice
                key={name}
                label={AVAILABILITY_LABELS[name]}
                count={atLeast(facets?.availability[name] ?? 0, facets?.relation ?? "eq")}
                checked={stock.includes(name)}
                onChange={(checked) => setStock(checked ? [...stock, name] : stock.filter((other) => other !== name))}
              />
            ))}
          </div>
        </fieldset>
      </div>
      <div className="sticky bottom-0 -mx-gutter mt-auto flex gap-3 border-t border-sand bg-paper px-gutter before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-8 before:[background:linear-gradient(to_top,var(--color-paper),transparent)] md:before:hidden py-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] md:mx-0 md:justify-end md:px-0 md:py-4">
        <p role="status" className="sr-only">
          {found && `Shows ${found}`}
        </p>
        <button
          type="button"
          className={`min-w-[min(7rem,100%)] md:min-w-[min(9rem,100%)] ${countFilters({ ...choices, ...filters }) > 0 ? "button-quiet" : "button-base text-bark hover:text-ink"}`}
          onClick={onClear}
        >
          Clear
        </button>
        <button
          type="submit"
          className="button-primary min-w-0 flex-1 tabular-nums md:min-w-[min(14rem,100%)] md:flex-none"
        >
          {found ? `Apply · ${found}` : "Apply"}
        </button>
      </div>
    </form>
  );
}

interface NameListProps {
  legend: string;
  /** The label of the button that shows all names. */
  all: (count: number) => string;
  /** The text shown without names. */
  none: string;
  available: Facets["notes"];
  relation: CountRelation;
  selected: readonly string[];
  onChange: (names: readonly string[]) => void;
  /** Number of names shown before "Show all". */
  first: number;
  /** Shown before a name. */
  markOf?: (name: string) => ReactNode;
  className: string;
  listClassName: string;
  /** Shown above the names. */
  children?: ReactNode;
}

/** Floating, a legend is within its fieldset's border and does not interrupt it. */
const LEGEND = "float-left mb-6 w-full font-display text-title leading-tight max-md:pt-6";

/** Lists names to filter by, notes, sizes or countries, with their numbers of products. */
function NameList({
  legend,
  all,
  none,
  available,
  relation,
  selected,
  onChange,
  first,
  markOf,
  className,
  listClassName,
  children,
}: NameListProps) {
  const [isWhole, setWhole] = useState(false);
  // Names checked when the panel opened stay visible, even if no product has them any more.
  const [initial] = useState(selected);
  const counts = new Map(available.map(({ name, count }) => [name, count]));
  const names = [...initial, ...available.map(({ name }) => name).filter((name) => !initial.includes(name))];
  const shown = isWhole ? names : names.slice(0, Math.max(first, initial.length));
  const list = useRef<HTMLDivElement>(null);
  const showAll = () => {
    flushSync(() => setWhole(true));
    // The pressed button is gone.
    list.current?.querySelectorAll("input")[shown.length]?.focus();
  };
  return (
    <fieldset className={`min-w-0 ${className}`}>
      <legend className={LEGEND}>{legend}</legend>
      <div className="clear-both">
        {names.length === 0 && <p className="text-small text-bark">{none}</p>}
        {children}
        <div ref={list} className={`grid gap-2 ${listClassName}`}>
          {shown.map((name) => (
            <CheckChoice
              key={name}
              label={name}
              mark={markOf?.(name)}
              count={atLeast(counts.get(name) ?? 0, relation)}
              checked={selected.includes(name)}
              onChange={(checked) =>
                onChange(checked ? [...selected, name] : selected.filter((other) => other !== name))
              }
            />
          ))}
        </div>
        {names.length > shown.length && (
          <button type="button" className="standalone-link mt-1 text-small text-leaf" onClick={showAll}>
            {all(names.length)}
          </button>
        )}
      </div>
    </fieldset>
  );
}

const unitOf = (size: string) => size.replace(/^[\d.,]+\s*/, "");

/** Sorts sizes by unit, the most frequent one first, then by amount: "2 ml", "10 ml", "50 g". */
function sortSizes(sizes: Facets["sizes"]): Facets["sizes"] {
  const products = new Map<string, number>();
  for (const { name, count } of sizes) products.set(unitOf(name), (products.get(unitOf(name)) ?? 0) + count);
  const frequency = (name: string) => products.get(unitOf(name)) ?? 0;
  return [...sizes].sort(
    (one, other) =>
      frequency(other.name) - frequency(one.name) ||
      unitOf(one.name).localeCompare(unitOf(other.name)) ||
      one.name.localeCompare(other.name, "en", { numeric: true }),
  );
}

/** Returns the thumbs' positions for these prices; the default positions without prices. */
function sliderOf({ minPrice, maxPrice }: Filters): { low: number; high: number } {
  const { min, max, low, high, gap } = PRICE_SLIDER;
  if (minPrice === undefined && maxPrice === undefined) return { low, high };
  const lower = Math.min(minPrice ?? min, max - gap);
  return { low: lower, high: Math.max(Math.min(maxPrice ?? max, max), lower + gap) };
}

/** A thumb at its end means no limit, so that products beyond the slider's range are included. */
function pricesOf({ low, high }: { low: number; high: number }): Pick<Filters, "minPrice" | "maxPrice"> {
  return { minPrice: low > PRICE_SLIDER.min ? low : undefined, maxPrice: high < PRICE_SLIDER.max ? high : undefined };
}
