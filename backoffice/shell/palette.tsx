import { useEffect, useId, useState } from "react";
import { useNavigate } from "react-router";
import { type Found, MIN_SEARCH } from "../../contract/admin/search.ts";
import { call, RequestError } from "../api/client.ts";
import { Dialog } from "../shared/dialog.tsx";
import { isNamed, type pagesFor } from "./pages.ts";

/** Pause after the last key before the request, in milliseconds. */
const PAUSE_MS = 120;
const NOTHING: Found = { orders: [], customers: [], products: [] };

interface Option {
  name: string;
  detail: string;
  to: string;
}

/** Searches pages, orders, customers and products: a combobox whose list is the result. */
export default function Palette({ pages, onClose }: { pages: ReturnType<typeof pagesFor>; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const { found, problem, isSearching } = useSearch(typed.trim());
  const [active, setActive] = useState(0);
  const navigate = useNavigate();
  const id = useId();
  const options = optionsOf(typed.trim(), pages, found);
  const chosen = options[Math.min(active, options.length - 1)];

  function open(option: Option): void {
    onClose();
    void navigate(option.to);
  }

  return (
    <Dialog title="Search everything" isList onClose={onClose}>
      <input
        autoFocus
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen && `${id}-${options.indexOf(chosen)}`}
        aria-autocomplete="list"
        aria-label="Page, order, customer or product"
        placeholder="Order, AWB, email, phone, name, product or page"
        className="field"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
        }}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step) {
            event.preventDefault();
            setActive((at) => (Math.min(at, options.length - 1) + step + options.length) % Math.max(options.length, 1));
          } else if (event.key === "Enter" && chosen) {
            event.preventDefault();
            open(chosen);
          }
        }}
      />
      <div role="listbox" id={`${id}-list`} aria-label="Found" className="mt-2 max-h-[50vh] overflow-y-auto">
        {options.map((option, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys
          <div
            key={`${option.to} ${option.name}`}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={option === chosen}
            onClick={() => open(option)}
            onMouseMove={() => setActive(at)}
            className="flex cursor-pointer justify-between gap-3 rounded-sm px-2.5 py-2 aria-selected:bg-linen"
          >
            <span className="truncate">{option.name}</span>
            <span className="shrink-0 text-bark text-small">{option.detail}</span>
          </div>
        ))}
      </div>
      <p role="status" className="mt-2 text-bark text-small">
        {problem || (isSearching || typed === "" ? "" : countOf(options.length))}
      </p>
    </Dialog>
  );
}

const countOf = (count: number) => (count === 0 ? "Nothing matches." : count === 1 ? "1 result" : `${count} results`);

function optionsOf(
  typed: string,
  pages: ReturnType<typeof pagesFor>,
  { orders, customers, products }: Found,
): Option[] {
  const named = pages.filter((page) => isNamed(page, typed));
  return [
    ...orders.map(({ number, customer, badge }) => ({
      name: `${number}, ${customer}`,
      detail: badge,
      to: `/orders/${number}`,
    })),
    ...customers.map(({ _id, name, email }) => ({
      name: `${name}, ${email}`,
      detail: "Customer",
      to: `/customers/${_id}`,
    })),
    ...products.map(({ _id, title }) => ({ name: title, detail: "Product", to: `/products/${_id}` })),
    ...named.map(({ name, to }) => ({ name, detail: "Page", to })),
  ];
}

/** Returns what the server finds; nothing for a short text. A slow response never replaces that of a later text. */
function useSearch(typed: string): { found: Found; problem: string; isSearching: boolean } {
  const [answer, setAnswer] = useState({ typed: "", found: NOTHING, problem: "" });
  const isShort = typed.length < MIN_SEARCH;
  useEffect(() => {
    if (isShort) return;
    let isLatest = true;
    const timer = setTimeout(async () => {
      try {
        const found = await call("searchEverything", { query: { q: typed } });
        if (isLatest) setAnswer({ typed, found, problem: "" });
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        if (isLatest) setAnswer({ typed, found: NOTHING, problem: error.message });
      }
    }, PAUSE_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [typed, isShort]);
  if (isShort) return { found: NOTHING, problem: "", isSearching: false };
  return { ...answer, isSearching: answer.typed !== typed };
}
