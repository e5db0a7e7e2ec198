import { useId, useRef, useState } from "react";
import type { ListedStock } from "../../contract/admin/stock.ts";
import { call } from "../api/client.ts";
import { announce } from "../shared/announcer.tsx";
import { Problem } from "../shared/field.tsx";
import { useAction } from "../shared/use-action.ts";

type Size = Pick<ListedStock, "sku" | "title" | "size">;
const nameOf = ({ title, size }: Size) => [title, size].filter(Boolean).join(", ");

/** Takes a scanner's code and Enter, a typed SKU, or words of a title. */
export function CodeField({ onChoose }: { onChoose: (size: Size) => void }) {
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<readonly Size[] | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { run, error } = useAction();
  const id = useId();

  const choose = (size: Size) => {
    onChoose(size);
    announce(`${nameOf(size)} is added.`);
    setFound(null);
    field.current?.focus();
  };
  const search = (code: string) =>
    run(async () => {
      const { sizes } = await call("listStock", { query: { q: code } });
      const exact = sizes.find(({ sku }) => sku.toLowerCase() === code.toLowerCase());
      const only = exact ?? (sizes.length === 1 ? sizes[0] : undefined);
      if (only) choose(only);
      else setFound(sizes.slice(0, 20));
    });
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        Scan or search
      </label>
      <input
        ref={field}
        id={id}
        type="search"
        className="field md:w-96"
        placeholder="Barcode, SKU or title, then Enter"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // Enter would submit the form.
          event.preventDefault();
          const code = typed.trim();
          if (code === "") return;
          // The next scan may come before the response.
          setTyped("");
          void search(code);
        }}
      />
      <ul aria-label="Found sizes" className="mt-1 grid max-w-xl gap-1 empty:hidden">
        {found?.map((size) => (
          <li key={size.sku}>
            <button
              type="button"
              className="flex w-full items-baseline justify-between gap-3 rounded-sm px-2.5 py-2 text-left hover:bg-linen"
              onClick={() => choose(size)}
            >
              <span>{nameOf(size)}</span>
              <span className="text-bark text-small">{size.sku}</span>
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="text-bark text-small">
        {found?.length === 0 ? "No sizes match." : ""}
      </p>
      <Problem error={error} otherwise={error?.errors[0]?.message} />
    </div>
  );
}
