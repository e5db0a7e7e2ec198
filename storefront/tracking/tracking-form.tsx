import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import * as z from "zod/mini";
import { trackSearch } from "../../contract/orders/forms.ts";
import type { TrackBy } from "../../contract/orders/schemas.ts";
import { Field } from "../shared/form/field.tsx";
import { SubmitButton } from "../shared/form/submit.tsx";
import { useForm } from "../shared/form/use-form.ts";
import { useShop } from "../shared/shop-context.ts";
import { paramsOf, type TrackingSearch, trackByOf } from "./tracking-search.ts";

/** What is searched by each kind of number. */
const SEARCHED = {
  any: "Order ID or AWB",
  order: "Order ID",
  awb: "AWB, the courier’s tracking number",
} as const satisfies Record<TrackBy, string>;

const trackingForm = z.object({ search: trackSearch });

interface TrackingFormProps {
  search: TrackingSearch | null;
  running: boolean;
  /** Searches for the same number again. */
  onRetry: () => void;
}

/** Asks for the number to search for, and its kind. */
export function TrackingForm({ search, running, onRetry }: TrackingFormProps) {
  const [, setParams] = useSearchParams();
  const { orderPrefix } = useShop();
  const [order, setOrder] = useState(search?.by === "order");
  const [awb, setAwb] = useState(search?.by === "awb");
  const by = trackByOf(order, awb);
  const form = useForm({
    schema: trackingForm,
    onSubmit({ search: text }) {
      if (search?.text === text && search.by === by) onRetry();
      else setParams(paramsOf({ text, by }));
    },
  });

  const { fill } = form;
  // The form follows the URL, for instance after back navigation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: ignores what is typed meanwhile
  useEffect(() => {
    if (!search) return;
    fill({ search: search.text });
    if (search.by === by) return;
    setOrder(search.by === "order");
    setAwb(search.by === "awb");
  }, [search?.text, search?.by]);

  return (
    <form {...form.props}>
      <fieldset className="flex flex-wrap gap-x-8">
        <legend className="sr-only">Search by</legend>
        <Tick label="Order ID" ticked={order} onTick={setOrder} />
        <Tick label="AWB" ticked={awb} onTick={setAwb} />
      </fieldset>
      <div className="mt-2 flex flex-wrap items-start gap-x-3 *:first:min-w-0 *:first:flex-[1_1_9rem]">
        <Field
          form={form}
          name="search"
          type="search"
          label={SEARCHED[by]}
          placeholder={by === "awb" ? "BD60417738204" : `${orderPrefix}-7Q4M-2XKD`}
          defaultValue={search?.text}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        {/* Below the label, and as high as the field. */}
        <SubmitButton
          running={running}
          className="mt-[1.775rem] min-h-[calc(2.85rem+2px)] px-5 sm:min-w-[min(9rem,100%)]"
        >
          Submit
        </SubmitButton>
      </div>
    </form>
  );
}

function Tick({ label, ticked, onTick }: { label: string; ticked: boolean; onTick: (ticked: boolean) => void }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        checked={ticked}
        onChange={({ target }) => onTick(target.checked)}
        className="size-5 shrink-0 accent-leaf"
      />
      {label}
    </label>
  );
}
