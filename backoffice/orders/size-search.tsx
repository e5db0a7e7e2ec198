import { useId } from "react";
import type { SellableSize } from "../../contract/admin/draft-orders.ts";
import { call } from "../api/client.ts";
import { useSearch } from "../shared/use-search.ts";

/** Finds sizes by words of the title or a SKU; each result is a button. */
export function SizeSearch({ onChoose }: { onChoose: (size: SellableSize) => void }) {
  const { typed, setTyped, found, problem } = useSearch((q) => call("findSizes", { query: { q } }));
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        Add a product
      </label>
      <input
        id={id}
        type="search"
        className="field md:w-96"
        placeholder="Title or SKU"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        // Enter would submit the form.
        onKeyDown={(event) => {
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      <ul aria-label="Found sizes" className="mt-1 grid max-w-xl gap-1 empty:hidden">
        {found?.map((size) => (
          <li key={size.sku}>
            <button
              type="button"
              className="flex w-full items-baseline justify-between gap-3 rounded-sm px-2.5 py-2 text-left hover:bg-linen"
              onClick={() => onChoose(size)}
            >
              <span>{[size.title, size.size].filter(Boolean).join(", ")}</span>
              <span className="text-bark text-small">
                {size.available > 0 ? `${size.available} available` : "Sold out"}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="text-bark text-small">
        {problem || (found?.length === 0 ? "No sizes match." : "")}
      </p>
    </div>
  );
}
