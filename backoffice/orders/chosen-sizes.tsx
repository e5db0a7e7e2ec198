import type { SellableSize } from "../../contract/admin/draft-orders.ts";
import { NumberInput } from "../shared/number-input.tsx";

/** @param quantity as typed */
export type ChosenSize = Pick<SellableSize, "sku" | "title" | "size"> & { quantity: string };

/** Adds a unit of a size. */
export function withOneMore(items: readonly ChosenSize[], { sku, title, size }: SellableSize): ChosenSize[] {
  if (!items.some((one) => one.sku === sku)) return [...items, { sku, title, size, quantity: "1" }];
  return items.map((one) => (one.sku === sku ? { ...one, quantity: String((Number(one.quantity) || 0) + 1) } : one));
}

/** Lists the sizes that were chosen, each with its quantity. */
export function ChosenSizes({
  items,
  onChange,
}: {
  items: readonly ChosenSize[];
  onChange: (items: readonly ChosenSize[]) => void;
}) {
  if (items.length === 0) return <p className="text-bark">Nothing is chosen yet.</p>;
  return (
    <ul aria-label="Chosen" className="divide-y divide-sand border-sand border-y">
      {items.map(({ sku, title, size, quantity }) => (
        <li key={sku} className="flex items-center gap-3 py-1.5">
          <span className="min-w-0 flex-1">
            {[title, size].filter(Boolean).join(", ")} <span className="text-bark text-small">{sku}</span>
          </span>
          <NumberInput
            label={`Units of ${title}, ${size}`}
            min={1}
            max={9999}
            value={String(quantity)}
            onChange={(typed) => onChange(items.map((one) => (one.sku === sku ? { ...one, quantity: typed } : one)))}
            className="w-20"
          />
          <button
            type="button"
            className="text-link py-2"
            onClick={() => onChange(items.filter((one) => one.sku !== sku))}
          >
            Remove
            <span className="sr-only">
              {" "}
              {title}, {size}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
