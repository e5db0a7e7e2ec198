import { useEffect, useId, useState } from "react";
import type { RequestedExchange } from "../../../contract/orders/forms.ts";
import type { ExchangeSizes } from "../../../contract/orders/returns.ts";
import type { OrderDetail } from "../../../contract/orders/schemas.ts";
import { api } from "../../api/api.ts";
import { toRequestError } from "../../api/request.ts";
import { itemNameAt } from "./item-name.ts";
import type { ChosenUnits } from "./units-field.tsx";

/** For each returned unit of an item, by the item's position, the SKU of the size that is wanted for it; empty or missing for a refund. */
export type ChosenExchange = Readonly<Record<number, readonly string[]>>;

/** Returns the wanted sizes for a request, as far as they are offered. */
export function exchangeOf(wanted: ChosenExchange, chosen: ChosenUnits, offered: ExchangeSizes): RequestedExchange {
  return offered.flatMap(({ position, sizes }) => {
    const units = (wanted[position] ?? []).slice(0, chosen[position] ?? 0);
    return sizes
      .map(({ sku }) => ({ position, sku, quantity: units.filter((one) => one === sku).length }))
      .filter(({ quantity }) => quantity > 0);
  });
}

/** Loads for which other sizes the items of an order can be exchanged. */
export function useExchangeSizes(number: string) {
  const [loaded, setLoaded] = useState<{ sizes: ExchangeSizes; error: string | null }>({ sizes: [], error: null });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again at each attempt
  useEffect(() => {
    const loading = new AbortController();
    const { signal } = loading;
    api.listExchangeSizes({ params: { number }, signal }).then(
      (sizes) => !signal.aborted && setLoaded({ sizes, error: null }),
      (error) => !signal.aborted && setLoaded({ sizes: [], error: toRequestError(error).message }),
    );
    return () => loading.abort();
  }, [number, attempt]);
  return { ...loaded, reload: () => setAttempt((before) => before + 1) };
}

interface ExchangeFieldProps extends ReturnType<typeof useExchangeSizes> {
  order: Pick<OrderDetail, "items">;
  /** The returned units. */
  chosen: ChosenUnits;
  wanted: ChosenExchange;
  onChange: (wanted: ChosenExchange) => void;
}

/** Asks for each returned unit whether it is refunded, or exchanged for another size in stock. Without any, nothing is asked. */
export function ExchangeField({ order, chosen, wanted, onChange, sizes, error, reload }: ExchangeFieldProps) {
  const id = useId();
  if (error !== null)
    return (
      <p className="mb-4 text-small" role="alert">
        We couldn’t load the sizes for an exchange. {error}{" "}
        <button type="button" className="button-link" onClick={reload}>
          Try again
        </button>
      </p>
    );
  const units = sizes.flatMap((item) =>
    Array.from({ length: chosen[item.position] ?? 0 }, (_, at) => ({ ...item, at, of: chosen[item.position] ?? 0 })),
  );
  if (units.length === 0) return null;
  return (
    <fieldset className="mb-3">
      <legend className="mb-2 font-semibold text-small">Refund or exchange?</legend>
      <ul className="divide-y divide-sand border-sand border-y">
        {units.map(({ position, sizes: offered, at, of }) => (
          <li key={`${position} ${at}`} className="grid gap-1 py-2 sm:flex sm:items-center sm:justify-between sm:gap-4">
            <label htmlFor={`${id}-${position}-${at}`} className="min-w-0 wrap-anywhere">
              {itemNameAt(order.items, position)}
              {of > 1 && <span className="text-bark"> ({`${at + 1} of ${of}`})</span>}
            </label>
            <select
              id={`${id}-${position}-${at}`}
              value={wanted[position]?.[at] ?? ""}
              onChange={({ target }) =>
                onChange({
                  ...wanted,
                  [position]: Array.from({ length: of }, (_, other) =>
                    other === at ? target.value : (wanted[position]?.[other] ?? ""),
                  ),
                })
              }
              className="field w-auto! max-w-full shrink-0"
            >
              <option value="">Refund</option>
              {offered.map(({ sku, size }) => (
                <option key={sku} value={sku}>
                  {`Exchange for ${size}`}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
