import { useRevalidator } from "react-router";
import type { AdminProduct, AdminSize } from "../../contract/admin/products.ts";
import { formatCalendarDay, formatDateTime } from "../../contract/dates.ts";
import { call, type RequestError } from "../api/client.ts";
import { StateBadge } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { formatMoney } from "../shared/money.ts";
import { useMay } from "../shared/session.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { PacksCarryMrp, raisesMrp } from "./printed-mrp.tsx";
import { readNumber } from "./product-draft.ts";
import { draftKey } from "./sections.ts";

interface ProductProps {
  product: AdminProduct;
  onChanged: (product: AdminProduct) => void;
}
interface SizeProps extends ProductProps {
  size: AdminSize;
}

/** Plans prices that start at a time, and GST rates that start on a day, size by size. */
export function PlannedPrices({ product, onChanged }: ProductProps) {
  return (
    <div className="grid gap-4">
      {product.sizes.map((size) => (
        <section key={size._id} aria-label={size.label} className="panel grid gap-4 p-4">
          <h2>
            {size.label}: {formatMoney(size.price)}
            {size.originalPrice !== null && `, MRP ${formatMoney(size.originalPrice)}`}, GST {size.gstPercent ?? 0}%
          </h2>
          <Prices product={product} size={size} onChanged={onChanged} />
          <Rates product={product} size={size} onChanged={onChanged} />
        </section>
      ))}
    </div>
  );
}

/** A time of the form, in India. */
const inIndia = (time: string) => (time === "" ? "" : `${time}:00+05:30`);

function Prices({ product, size, onChanged }: SizeProps) {
  const stored = {
    price: "",
    originalPrice: String(size.originalPrice ?? size.price),
    packsCarryMrp: "",
    startsAt: "",
    endsAt: "",
  };
  const draft = useFormDraft(draftKey(product._id, `price of ${size._id}`), stored);
  const { run, busy, error, clear } = useAction();
  const ending = useAction();
  const { revalidate } = useRevalidator();
  const mayPrice = useMay("edit_prices");
  const { price, originalPrice, startsAt, endsAt } = draft.values;

  async function plan(): Promise<void> {
    const isPlanned = await run(async () =>
      onChanged(
        await call("planPrice", {
          params: { id: size._id },
          body: {
            price: readNumber(price) as number,
            originalPrice: readNumber(originalPrice) as number | null,
            ...(draft.values.packsCarryMrp === "yes" && { packsCarryMrp: true }),
            startsAt: inIndia(startsAt),
            ...(endsAt !== "" && { endsAt: inIndia(endsAt) }),
          },
        }),
      ),
    );
    if (isPlanned) draft.sent("The price is planned.");
  }
  const input = (name: keyof typeof stored) => ({
    value: draft.values[name],
    error: fieldMessage(error, name),
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) => {
      clear();
      draft.set(name, event.target.value);
    },
  });
  return (
    <div className="grid gap-3">
      {size.plannedPrices.length > 0 && (
        <ul className="divide-y divide-sand border-sand border-y">
          {size.plannedPrices.map((planned) => (
            <li key={planned._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <StateBadge of={STATES[planned.state]} />
              <span className="mr-auto">
                <strong>{formatMoney(planned.price)}</strong>
                {planned.originalPrice !== null && `, MRP ${formatMoney(planned.originalPrice)}`}, from{" "}
                {formatDateTime(planned.startsAt)}
                {planned.endsAt && ` until ${formatDateTime(planned.endsAt)}`}
                {planned.message && <span className="block text-terracotta">{planned.message}</span>}
              </span>
              {mayPrice && planned.state !== "failed" && (
                <Button
                  type="button"
                  className="button-quiet"
                  disabled={ending.busy}
                  onClick={() =>
                    void ending
                      .run(async () => onChanged(await call("cancelPrice", { params: { id: planned._id } })))
                      .then((isDone) => (isDone ? undefined : revalidate()))
                  }
                >
                  {planned.state === "running" ? "End now" : "Cancel"}
                  <span className="sr-only">: {formatMoney(planned.price)}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Problem error={ending.error} />
      {mayPrice && (
        <form
          noValidate
          aria-label={`Plan a price of ${size.label}`}
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void plan();
          }}
        >
          <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
            <Field label="New price (₹)" inputMode="decimal" {...input("price")} />
            <Field
              label="MRP (₹)"
              inputMode="decimal"
              hint="Empty: the new price is its MRP."
              {...input("originalPrice")}
            />
            <Field label="From (Indian time)" type="datetime-local" {...input("startsAt")} />
            <Field
              label="Until"
              type="datetime-local"
              hint="Then the former price applies again. Empty: it stays."
              {...input("endsAt")}
            />
          </div>
          {raisesMrp(size, draft.values) && (
            <PacksCarryMrp
              where="then"
              checked={draft.values.packsCarryMrp === "yes"}
              onChange={(isChecked) => {
                clear();
                draft.set("packsCarryMrp", isChecked ? "yes" : "");
              }}
            />
          )}
          <Problem error={error} />
          <Button
            type="submit"
            className="button-primary justify-self-start"
            disabled={busy || draft.changed.length === 0}
          >
            Plan this price
          </Button>
        </form>
      )}
    </div>
  );
}

const STATES = {
  planned: { name: "Planned", tone: "progress" },
  running: { name: "Running", tone: "done" },
  failed: { name: "Failed", tone: "danger" },
} as const;

function Rates({ product, size, onChanged }: SizeProps) {
  const draft = useFormDraft(draftKey(product._id, `GST of ${size._id}`), { percent: "", from: "" });
  const { run, busy, error, clear } = useAction();
  const deleting = useAction();
  const { revalidate } = useRevalidator();
  const [mayPrice, mayEdit] = [useMay("edit_prices"), useMay("edit_products")];

  async function add(): Promise<void> {
    const { percent, from } = draft.values;
    const rate = { _id: size._id, gstPercent: readNumber(percent) as number, gstFrom: from };
    const isAdded = await run(async () =>
      onChanged(
        await call("changeProduct", {
          params: { id: product._id },
          body: { version: product.version, sizes: [rate] },
        }),
      ),
    );
    if (isAdded) draft.sent("The GST rate is planned.");
    else await revalidate();
  }
  const input = (name: "percent" | "from", field: string) => ({
    value: draft.values[name],
    error: sizeMessage(error, field),
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) => {
      clear();
      draft.set(name, event.target.value);
    },
  });
  return (
    <div className="grid gap-3">
      {size.laterRates.length > 0 && (
        <ul className="divide-y divide-sand border-sand border-y">
          {size.laterRates.map(({ from, percent }) => (
            <li key={from} className="flex flex-wrap items-center gap-x-3 py-2">
              <span className="mr-auto">
                GST <strong>{percent}%</strong> from {formatCalendarDay(from)}
              </span>
              {mayPrice && (
                <Button
                  type="button"
                  className="button-quiet"
                  disabled={deleting.busy}
                  onClick={() =>
                    void deleting.run(async () =>
                      onChanged(await call("deleteLaterRate", { params: { id: size._id, day: from } })),
                    )
                  }
                >
                  Delete<span className="sr-only">: GST from {formatCalendarDay(from)}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Problem error={deleting.error} />
      {mayPrice && mayEdit && (
        <form
          noValidate
          aria-label={`GST of ${size.label}`}
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
            <Field label="GST (%)" inputMode="numeric" {...input("percent", "gstPercent")} />
            <Field
              label="From the day"
              type="date"
              hint="Prices include GST. Plan a price for that day if it is to follow."
              {...input("from", "gstFrom")}
            />
          </div>
          <Problem error={error} otherwise={error?.errors.find(({ field }) => !field.startsWith("sizes."))?.message} />
          <Button type="submit" className="button-quiet justify-self-start" disabled={busy || draft.changed.length < 2}>
            Add this rate
          </Button>
        </form>
      )}
    </div>
  );
}

const sizeMessage = (error: RequestError | null, field: string) =>
  error?.errors.find((one) => one.field === `sizes.0.${field}`)?.message;
