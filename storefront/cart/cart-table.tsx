import type { CartItem } from "../../contract/cart/schemas.ts";
import { CURRENCY_NOTE_ID } from "./cart-heading.tsx";
import { CartRow } from "./cart-row.tsx";
import { keyOfProduct } from "./item-key.ts";
import type { CartHandle } from "./use-cart.ts";

interface CartTableProps {
  items: readonly CartItem[];
  handle: CartHandle;
  onRemove: (item: CartItem) => void;
}

const COLUMNS = ["Product", "Price", "QTY", "Total", "Action"] as const;

/** A table from a tablet on, stacked rows on a phone, where the roles still mark it as a table. */
export function CartTable({ items, handle, onRemove }: CartTableProps) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: a table that is laid out otherwise loses its role in some browsers
    <table
      role="table"
      aria-label="Products in your cart"
      aria-describedby={CURRENCY_NOTE_ID}
      className="block w-full @tablet:table"
    >
      <thead role="rowgroup" className="@max-tablet:sr-only">
        <tr role="row" className="text-bark">
          {COLUMNS.map((column) => (
            <th
              key={column}
              role="columnheader"
              scope="col"
              className={`eyebrow pb-3 font-semibold ${column === "Product" ? "text-left" : column === "QTY" ? "text-center" : "pl-6 text-right"}`}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block border-sand border-t @tablet:table-row-group">
        {items.map((item) => (
          <CartRow
            key={keyOfProduct(item.product)}
            item={item}
            waiting={handle.waiting.has(keyOfProduct(item.product))}
            problem={handle.problems[keyOfProduct(item.product)]}
            onRequestChange={(change) => handle.change(keyOfProduct(item.product), change)}
            onRemove={() => onRemove(item)}
          />
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: the same
  );
}
