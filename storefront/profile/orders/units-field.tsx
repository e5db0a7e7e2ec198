import { useId } from "react";
import type { OrderDetail } from "../../../contract/orders/schemas.ts";
import { shareOfUnits } from "../../../contract/orders/share.ts";
import { formatMoney } from "../../shared/money.ts";
import { useShop } from "../../shared/shop-context.ts";
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

/** Returns the amount of the chosen units, in rupees. */
function amountOf({ remaining }: Pick<OrderDetail, "remaining">, chosen: ChosenUnits): number {
  const paise = remaining.reduce((sum, { position, quantity, amount }) => {
    const units = chosen[position] ?? 0;
    return units === 0 ? sum : sum + shareOfUnits(Math.round(amount * 100), units, quantity);
  }, 0);
  return paise / 100;
}

interface UnitsFieldProps {
  order: Pick<OrderDetail, "items" | "remaining">;
  legend: string;
  /** What the amount of the chosen units is. */
  amountLabel: string;
  chosen: ChosenUnits;
  onChange: (chosen: ChosenUnits) => void;
}

/** Asks for a quantity of each item that is left of an order, and shows the amount of all of them. */
export function UnitsField({ order, legend, amountLabel, chosen, onChange }: UnitsFieldProps) {
  const id = useId();
  const { currencySymbol } = useShop();
  const amount = amountOf(order, chosen);
  return (
    <fieldset className="mb-6">
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
      <p className="mt-3 text-bark text-small" aria-live="polite">
        {amount > 0 ? (
          <>
            {amountLabel}: <strong className="font-semibold tabular-nums">{formatMoney(amount, currencySymbol)}</strong>
          </>
        ) : (
          "Please choose at least one item."
        )}
      </p>
    </fieldset>
  );
}
