import type { Variant } from "../../../contract/catalogue/schemas.ts";
import { unitPrice } from "../../../contract/catalogue/unit-price.ts";
import { formatMoney } from "../../shared/money.ts";
import { useShop } from "../../shared/shop-context.ts";

interface SizePickerProps {
  variants: readonly Variant[];
  chosen: Variant;
  onChoose: (variant: Variant) => void;
}

/** Shows the sizes, smallest first, with price and unit price of each. A sold-out size says so unless all are, and cannot be chosen. */
export function SizePicker({ variants, chosen, onChoose }: SizePickerProps) {
  const { currencySymbol } = useShop();
  const bySize = [...variants].sort((a, b) => a.netQuantity.value - b.netQuantity.value);
  const allSoldOut = variants.every(isSoldOut);
  return (
    <fieldset>
      <legend className="mb-2 font-semibold text-small">Size</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(5rem,1fr))] gap-2">
        {bySize.map((variant) => {
          const perUnit = unitPrice(variant.price, variant.netQuantity);
          const soldOut = isSoldOut(variant);
          return (
            <label
              key={variant._id}
              className={`option ${soldOut ? "border-sand! bg-transparent! text-bark [box-shadow:none]!" : "hover:border-leaf"}`}
            >
              <input
                type="radio"
                name="size"
                value={variant._id}
                className="sr-only"
                checked={variant._id === chosen._id}
                // Not disabled, so that arrow keys reach it and its price is read.
                aria-disabled={soldOut || undefined}
                onChange={() => {
                  if (!soldOut) onChoose(variant);
                }}
              />
              <span className="font-semibold">{variant.label}</span>
              <span className="tabular-nums">
                <span className="sr-only">, </span>
                {formatMoney(variant.price, currencySymbol)}
              </span>
              {soldOut && !allSoldOut ? (
                <span>
                  <span className="sr-only">, </span>Sold out
                </span>
              ) : (
                perUnit && (
                  <span className="text-tiny text-bark tabular-nums">
                    <span className="sr-only">
                      , {formatMoney(perUnit.rupees, currencySymbol)} per {perUnit.unit}
                    </span>
                    <span aria-hidden="true">
                      {formatMoney(perUnit.rupees, currencySymbol)}/{perUnit.unit}
                    </span>
                  </span>
                )
              )}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

const isSoldOut = ({ availability }: Variant) => availability === "out_of_stock";
