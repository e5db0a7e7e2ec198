import { useEffect, useState } from "react";
import type { RemovalPreview } from "../../../contract/orders/removal.ts";
import type { OrderDetail } from "../../../contract/orders/schemas.ts";
import { toRequestError } from "../../api/request.ts";
import { formatMoney } from "../../shared/money.ts";
import { useShop } from "../../shared/shop-context.ts";
import { itemNameAt, sizeName } from "./item-name.ts";
import type { ChosenUnits } from "./units-field.tsx";

interface LoadedPreview {
  /** Null while it is loading, or after an error. */
  preview: RemovalPreview | null;
  error: string | null;
  /** Loads it again, after the shop has rejected its amount. */
  reload: () => void;
}

/**
 * Loads what taking the chosen units out of an order would change; the server computes it, since it depends on the order's offers.
 * @param load must be stable while `key` is the same
 * @param key identifies the chosen units; null without any
 */
export function useRemovalPreview(
  load: (signal: AbortSignal) => Promise<RemovalPreview>,
  key: string | null,
): LoadedPreview {
  const [loaded, setLoaded] = useState<{ key: string; preview: RemovalPreview | null; error: string | null } | null>(
    null,
  );
  const [attempt, setAttempt] = useState(0);
  const current = key === null ? null : `${key} ${attempt}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when to load again
  useEffect(() => {
    if (current === null) return;
    const loading = new AbortController();
    load(loading.signal).then(
      (preview) => !loading.signal.aborted && setLoaded({ key: current, preview, error: null }),
      (error) =>
        !loading.signal.aborted && setLoaded({ key: current, preview: null, error: toRequestError(error).message }),
    );
    return () => loading.abort();
  }, [current]);
  const isCurrent = loaded !== null && loaded.key === current;
  return {
    preview: isCurrent ? loaded.preview : null,
    error: isCurrent ? loaded.error : null,
    reload: () => setAttempt((before) => before + 1),
  };
}

interface RemovalSummaryProps extends LoadedPreview {
  order: Pick<OrderDetail, "items" | "remaining" | "balance">;
  chosen: ChosenUnits;
}

/** Says before the press what is refunded, what stays and costs now, and why the refund may be less than was paid. */
export function RemovalSummary({ order, chosen, preview, error, reload }: RemovalSummaryProps) {
  const { currencySymbol } = useShop();
  const money = (amount: number) => formatMoney(amount, currencySymbol);
  const isNothing = Object.values(chosen).every((units) => units === 0);
  if (isNothing)
    return (
      <p className="mb-6 text-bark text-small" aria-live="polite">
        Please choose at least one item.
      </p>
    );
  if (error !== null)
    return (
      <p className="mb-6 text-small" role="alert">
        {error}{" "}
        <button type="button" className="button-link" onClick={reload}>
          Try again
        </button>
      </p>
    );
  const kept = order.remaining
    .map(({ position, quantity }) => ({ position, quantity: quantity - (chosen[position] ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
    .map(({ position, quantity }) => `${quantity} × ${itemNameAt(order.items, position)}`);
  return (
    <div className="mb-6 grid gap-1 text-bark text-small" aria-live="polite" aria-busy={preview === null}>
      {preview === null ? (
        <p>Calculating…</p>
      ) : (
        <>
          {preview.exchange && <ExchangeSummary preview={preview} exchange={preview.exchange} />}
          {!preview.exchange && (preview.refund > 0 || order.balance === 0) && (
            <p>
              Your refund: <strong className="font-semibold tabular-nums">{money(preview.refund)}</strong>
            </p>
          )}
          {kept.length > 0 && order.balance > 0 && (
            <p>
              To pay on delivery: <strong className="font-semibold tabular-nums">{money(preview.balance)}</strong>
            </p>
          )}
          {kept.length > 0 && preview.kept !== null && (
            <p className="wrap-anywhere">
              You keep {new Intl.ListFormat("en-IN").format(kept)}
              {preview.exchange
                ? `, and your order then costs ${money(preview.kept)}.`
                : ` for ${money(preview.kept)}.`}
            </p>
          )}
          {preview.reasons.map((reason) => (
            <p key={reason} className="wrap-anywhere">
              {reason}
            </p>
          ))}
        </>
      )}
    </div>
  );
}

/** Says what comes in exchange, and what happens with the difference. */
function ExchangeSummary({
  preview,
  exchange: { units, due },
}: {
  preview: Pick<RemovalPreview, "refund">;
  exchange: NonNullable<RemovalPreview["exchange"]>;
}) {
  const { currencySymbol } = useShop();
  const money = (amount: number) => formatMoney(amount, currencySymbol);
  return (
    <>
      <p className="wrap-anywhere">
        In exchange:{" "}
        {units
          .map(({ title, size, quantity, price }) => `${quantity} × ${sizeName({ title, size })} at ${money(price)}`)
          .join("; ")}
      </p>
      <p>
        {due > 0 && (
          <>
            To pay: <strong className="font-semibold tabular-nums">{money(due)}</strong>. Once we can accept your
            return, we’ll email you a link to pay. We send the new items after that.
          </>
        )}
        {due === 0 && preview.refund > 0 && (
          <>
            Your refund: <strong className="font-semibold tabular-nums">{money(preview.refund)}</strong>, once we’ve
            accepted your return.
          </>
        )}
        {due === 0 && preview.refund === 0 && "There’s nothing to pay or to refund."}
      </p>
      <p>
        These are today’s prices. The new items aren’t reserved: if they sell out before your parcel is back, we’ll
        email you.
      </p>
    </>
  );
}
