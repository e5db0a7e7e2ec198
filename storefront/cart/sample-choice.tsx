import { useId, useRef, useState } from "react";
import type { Cart } from "../../contract/cart/schemas.ts";
import { api } from "../api/api.ts";
import { announce } from "../shared/announcer.tsx";
import { useRequest } from "../shared/form/use-request.ts";
import { formatMoney } from "../shared/money.ts";
import { useShop } from "../shared/shop-context.ts";
import { cartSync } from "./cart-sync.ts";
import { SampleSwatch } from "./sample-swatch.tsx";
import { UnavailableSamples } from "./unavailable-samples.tsx";

type Samples = NonNullable<Cart["samples"]>;

/** The free samples of the cart: how much is missing to earn them, or a choice, of which nothing is ticked at first. */
export function SampleChoice({ samples }: { samples: Samples }) {
  const { cartCurrencySymbol } = useShop();
  const { running, start } = useRequest();
  /** What was ticked since these samples were read. */
  const [ticked, setTicked] = useState<{ of: Samples; ids: readonly string[] } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** What was ticked last, which a running request may not have sent. */
  const latest = useRef<readonly string[]>([]);
  const id = useId();
  const { name, max, missing, options, unavailable } = samples;
  const chosen = options.filter((one) => one.chosen).map((one) => one.variant_id);
  const ids = ticked?.of === samples ? ticked.ids : chosen;

  const toggle = (variantId: string, title: string) => {
    const isTicked = ids.includes(variantId);
    if (!isTicked && ids.length >= max) {
      setProblem(
        max === 1
          ? "Untick the other sample to change your choice."
          : `You’ve chosen ${max}. Untick one to change your choice.`,
      );
      return;
    }
    const wanted = isTicked ? ids.filter((one) => one !== variantId) : [...ids, variantId];
    setProblem(null);
    setTicked({ of: samples, ids: wanted });
    latest.current = wanted;
    announce(`${title} was ${isTicked ? "removed from" : "added to"} your free samples: ${wanted.length} of ${max}.`);
    if (!running) void send(wanted);
  };

  const send = async (wanted: readonly string[]): Promise<void> => {
    await start(() => api.chooseSamples({ body: { variant_ids: [...wanted] } }), {
      onError(failed) {
        latest.current = wanted;
        setTicked(null);
        setProblem(failed.errorResponse?.errors?.[0]?.message ?? failed.message);
      },
    });
    // Ticked while the request ran.
    if (latest.current !== wanted) await send(latest.current);
    else cartSync.changedByServer();
  };

  return (
    <fieldset aria-describedby={`${id}-note`} className="min-w-0">
      <legend className="font-display text-[1.0625rem] leading-tight">{name}</legend>
      <p id={`${id}-note`} className="mt-1 text-bark text-small">
        {missing > 0
          ? `Add ${formatMoney(missing, cartCurrencySymbol, "always")} more, and choose ${max === 1 ? "one" : max} for free.`
          : `Free with this order: ${ids.length} of ${max} chosen.`}
      </p>
      {missing === 0 && (
        <ul className="mt-3 flex flex-wrap gap-x-3 gap-y-4">
          {options.map((option) => (
            <SampleSwatch
              key={option.variant_id}
              sample={option}
              isChosen={ids.includes(option.variant_id)}
              onToggle={() => toggle(option.variant_id, option.title)}
            />
          ))}
        </ul>
      )}
      <UnavailableSamples samples={unavailable} isChoice />
      <p aria-live="polite" className="text-small text-terracotta not-empty:mt-2">
        {problem}
      </p>
    </fieldset>
  );
}
