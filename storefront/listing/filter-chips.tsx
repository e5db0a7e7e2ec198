import { Link } from "react-router";
import { CloseIcon } from "../shared/icons.tsx";
import { formatMoney } from "../shared/money.ts";
import { useShop } from "../shared/shop-context.ts";
import { ALL_SORTS, type Choices, NO_FILTERS, writeChoices } from "./choices.ts";

interface FilterChipsProps {
  path: string;
  choices: Choices;
}

/** The active filters with links that remove each, which work without JavaScript. The title names the search. */
export function FilterChips({ path, choices }: FilterChipsProps) {
  const { currencySymbol } = useShop();
  const { sort, minPrice, maxPrice, availability } = choices;
  const without = (change: Partial<Choices>) => path + writeChoices({ ...choices, ...change });
  const chips = [
    ...ALL_SORTS.filter(({ name }) => name === sort).map(({ label }) => ({
      label,
      to: without({ sort: undefined }),
    })),
    ...(minPrice !== undefined || maxPrice !== undefined
      ? [
          {
            label: priceWords(minPrice, maxPrice, currencySymbol),
            to: without({ minPrice: undefined, maxPrice: undefined }),
          },
        ]
      : []),
    ...(["notes", "sizes", "countries"] as const).flatMap((kind) =>
      choices[kind].map((label) => ({
        label,
        to: without({ [kind]: choices[kind].filter((other) => other !== label) }),
      })),
    ),
    ...(availability
      ? [
          {
            label: availability === "in_stock" ? "In stock" : "Out of stock",
            to: without({ availability: undefined }),
          },
        ]
      : []),
  ];
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="mb-5 flex flex-wrap items-center gap-2 md:mb-7">
      {chips.map(({ label, to }) => (
        <li key={label}>
          <Link
            to={to}
            rel="nofollow"
            aria-label={`Remove ${label}`}
            onClick={focusFilter}
            className="flex min-h-11 items-center gap-2 rounded-full bg-linen pr-3 pl-4.5 text-compact transition-colors duration-150 hover:bg-sand"
          >
            {label}
            <CloseIcon width="14" height="14" className="text-bark" />
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link
            to={without({ ...NO_FILTERS, sort: undefined })}
            onClick={focusFilter}
            className="flex min-h-11 items-center px-3 text-compact text-leaf text-link"
          >
            Clear all
          </Link>
        </li>
      )}
    </ul>
  );
}

/** Moves the focus, because the chip disappears. */
function focusFilter() {
  document.querySelector<HTMLElement>("[aria-controls=listing-filter]")?.focus({ preventScroll: true });
}

function priceWords(min: number | undefined, max: number | undefined, symbol: string): string {
  if (min === undefined) return `Up to ${formatMoney(max ?? 0, symbol)}`;
  if (max === undefined) return `${formatMoney(min, symbol)} and above`;
  return `${formatMoney(min, symbol)} to ${formatMoney(max, symbol)}`;
}
