import { useEffect, useId, useState } from "react";
import type { SellableSize } from "../../contract/admin/draft-orders.ts";
import { call, RequestError } from "../api/client.ts";

/** The pause after the last key before the request. */
const PAUSE_MS = 150;

/** Finds sizes by words of the title or a SKU; each result is a button. */
export function SizeSearch({ onChoose }: { onChoose: (size: SellableSize) => void }) {
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<readonly SellableSize[] | null>(null);
  const [problem, setProblem] = useState("");
  const id = useId();
  const q = typed.trim();
  useEffect(() => {
    setFound(null);
    setProblem("");
    if (q === "") return;
    let isLatest = true;
    const timer = setTimeout(async () => {
      try {
        const sizes = await call("findSizes", { query: { q } });
        if (isLatest) setFound(sizes);
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        if (isLatest) setProblem(error.message);
      }
    }, PAUSE_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [q]);
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
