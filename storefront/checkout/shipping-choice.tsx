import { formatWeekday } from "../../contract/dates.ts";
import type { ShippingOption } from "../../contract/shipping/schemas.ts";
import { AlertIcon, TruckIcon } from "../shared/icons.tsx";
import { formatMoney } from "../shared/money.ts";
import { useShop } from "../shared/shop-context.ts";
import { RadioCard } from "./radio-card.tsx";

interface ShippingChoiceProps {
  pincode: string;
  /** The shipping methods in the owner's order. */
  options: readonly ShippingOption[];
  /** The code of the chosen method; null if the shop does not deliver there. */
  chosen: string | null;
  onChoose: (code: string) => void;
}

/** Shows the shipping methods of the chosen address with price and promised day; a single method needs no choice. */
export function ShippingChoice({ pincode, options, chosen, onChoose }: ShippingChoiceProps) {
  const [only, ...more] = options;
  if (chosen === null)
    return (
      <p role="alert" className="flex items-start gap-2 text-small text-terracotta">
        <AlertIcon width="18" height="18" className="mt-px shrink-0" />
        Sorry, we don’t deliver to {pincode} yet. Please choose another address, or write to us.
      </p>
    );
  if (!only) return null;
  if (more.length === 0)
    return (
      <p className="flex items-start gap-2.5 text-small">
        <TruckIcon width="20" height="20" className="shrink-0 text-leaf" />
        <span>
          {only.latest ? <DeliveryBy latest={only.latest} /> : only.name}
          <span className="text-bark"> to {pincode}</span>
        </span>
      </p>
    );
  return (
    <fieldset className="min-w-0">
      <legend className="font-display text-title">Shipping</legend>
      <div className="mt-4 grid gap-3.5 @min-[30rem]:@max-tablet:grid-cols-2 @desktop:grid-cols-2">
        {options.map((option) => (
          <RadioCard
            key={option.code}
            name="shipping-method"
            value={option.code}
            checked={option.code === chosen}
            onChoose={() => onChoose(option.code)}
            title={<strong className="font-semibold wrap-anywhere">{option.name}</strong>}
            aside={<Price {...option} />}
          >
            {option.latest && <DeliveryBy latest={option.latest} />}
          </RadioCard>
        ))}
      </div>
    </fieldset>
  );
}

function Price({ price, fullPrice }: Pick<ShippingOption, "price" | "fullPrice">) {
  const { currencySymbol } = useShop();
  if (price > 0) return formatMoney(price, currencySymbol);
  return (
    <>
      {fullPrice > 0 && (
        <>
          <span className="sr-only">Instead of </span>
          <s className="text-bark">{formatMoney(fullPrice, currencySymbol)}</s>{" "}
        </>
      )}
      <span className="font-semibold text-leaf">Free</span>
    </>
  );
}

const DeliveryBy = ({ latest }: { latest: string }) => <span>Delivery by {formatWeekday(latest)}</span>;
