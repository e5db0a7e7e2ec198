import { useId } from "react";
import type { OrderDetail } from "../../../contract/orders/schemas.ts";
import { itemNameAt } from "./item-name.ts";

/** The chosen units of each item, by the item's position. */
export type ChosenUnits = Readonly<Record<number, number>>;

/** Chooses everything that is left of an order. */
export const allUnits = ({ remaining }: Pick<OrderDetail, "remaining">): ChosenUnits =>
  Object.fromEntries(remaining.map(({ position, quantity }) => [position, quantity]));

/** Returns the chosen units for a request; undefined for everything. */
export function linesOf({ remaining }: Pick<OrderDetail, "remaining">, chosen: ChosenUnits) {
  if (remaining.every(({ position, quantity }) => chosen[position] === quantity)) return undefined;
  return remaining
    .map(({ position }) => ({ position, quantity: chosen[position] ?? 0 }))
    .filter(({ quantity }) => quantity > 0);
}

/** Whether there is a choice: more than one unit is left. */
export const hasChoice = ({ remaining }: Pick<OrderDetail, "remaining">) =>
  remaining.reduce((sum, { quantity }) => sum + quantity, 0) > 1;

interface UnitsFieldProps {
  order: Pick<OrderDetail, "items" | "remaining">;
  legend: string;
  chosen: ChosenUnits;
  onChange: (chosen: ChosenUnits) => void;
}

/** Asks for a quantity of each item that is left of an order. */
export function UnitsField({ order, legend, chosen, onChange }: UnitsFieldProps) {
  const id = useId();
  return (
    <fieldset className="mb-3">
      <legend className="mb-2 font-semibold text-small">{legend}</legend>
      <ul className="divide-y divide-sand border-sand border-y">
        {order.remaining
          .filter(({ quantity }) => quantity > 0)
          .map(({ position, quantity }) => {
            return (
              <li key={position} className="flex items-center justify-between gap-4 py-2">
                <label htmlFor={`${id}-${position}`} className="min-w-0 wrap-anywhere">
                  {itemNameAt(order.items, position)}
                </label>
                <select
                  id={`${id}-${position}`}
                  value={chosen[position] ?? 0}
                  onChange={(event) => onChange({ ...chosen, [position]: Number(event.target.value) })}
                  className="field w-auto! shrink-0"
                >
                  <option value={0}>None</option>
                  {Array.from({ length: quantity }, (_, at) => at + 1).map((units) => (
                    <option key={units} value={units}>
                      {`${units} of ${quantity}`}
                    </option>
                  ))}
                </select>
              </li>
            );
          })}
      </ul>
    </fieldset>
  );
}
