import type { AdminOrder } from "../../contract/admin/orders.ts";

/** Units by the position of their item. */
export type Units = Readonly<Record<number, number>>;

export interface UnitsChoice {
  position: number;
  name: string;
  max: number;
}

export const toUnits = (units: Units) =>
  Object.entries(units)
    .map(([position, quantity]) => ({ position: Number(position), quantity }))
    .filter(({ quantity }) => quantity > 0);

export const nameOf = (order: AdminOrder, position: number): string => {
  const item = order.items.find((one) => one.position === position);
  return item ? [item.product.title, item.product.size].filter(Boolean).join(", ") : "";
};

export const listOf = (order: AdminOrder, units: AdminOrder["unsent"]): string =>
  units.map(({ position, quantity }) => `${quantity} × ${nameOf(order, position)}`).join(", ");

/** Returns the remaining units of each item. */
export const remainingOf = (order: AdminOrder): UnitsChoice[] =>
  order.remaining
    .filter(({ quantity }) => quantity > 0)
    .map(({ position, quantity }) => ({ position, name: nameOf(order, position), max: quantity }));

interface UnitsFieldProps {
  legend: string;
  choices: readonly UnitsChoice[];
  value: Units;
  onChange: (units: Units) => void;
}

/** Asks for the units of each item. */
export function UnitsField({ legend, choices, value, onChange }: UnitsFieldProps) {
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{legend}</legend>
      <ul className="divide-y divide-sand border-sand border-y">
        {choices.map(({ position, name, max }) => (
          <li key={position} className="flex items-center justify-between gap-3 py-1.5">
            <span>{name}</span>
            <select
              aria-label={`${legend}: ${name}`}
              value={value[position] ?? 0}
              onChange={(event) => onChange({ ...value, [position]: Number(event.target.value) })}
              className="field w-auto shrink-0"
            >
              {Array.from({ length: max + 1 }, (_, quantity) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the index is the quantity
                <option key={quantity} value={quantity}>
                  {quantity} of {max}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
