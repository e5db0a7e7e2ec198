import { useId, useState } from "react";
import type { PincodeCheck } from "../../contract/admin/shipping.ts";
import { formatWeekday } from "../../contract/dates.ts";
import { writtenNumber } from "../../contract/written-amounts.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { formatMoney } from "../shared/money.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";

const number = (text: string) => (text.trim() === "" ? 0 : writtenNumber(text));

/** Shows what the checkout would offer now for a parcel to a pincode, by the stored rules. */
export function TryPincode() {
  const id = useId();
  const [values, setValues] = useState({ pincode: "", goods: "", grams: "" });
  const [checked, setChecked] = useState<PincodeCheck | null>(null);
  const { run, busy, error } = useAction();
  const input = (name: keyof typeof values, label: string) => (
    <Field
      label={label}
      value={values[name]}
      inputMode="numeric"
      autoComplete="off"
      error={fieldMessage(error, name)}
      onChange={(event) => setValues({ ...values, [name]: event.target.value })}
    />
  );
  return (
    <section aria-labelledby={id} className="panel grid gap-3 p-4">
      <h2 id={id}>Try a pincode</h2>
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void run(async () => {
            const { pincode, goods, grams } = values;
            setChecked(null);
            setChecked(await call("checkPincode", { body: { pincode, goods: number(goods), grams: number(grams) } }));
          });
        }}
      >
        {input("pincode", "Pincode")}
        <div className="grid grid-cols-2 gap-3">
          {input("goods", "Goods (₹)")}
          {input("grams", "Weight (g)")}
        </div>
        <Problem error={error} />
        <Button type="submit" className="button-quiet justify-self-start" disabled={busy}>
          Try it
        </Button>
      </form>
      <div role="status" className="grid gap-2">
        {checked && <Result checked={checked} />}
      </div>
    </section>
  );
}

/** Shows the result in the words of the product page. */
function Result({ checked: { pincode, place, zone, options } }: { checked: PincodeCheck }) {
  const where = place ? `${pincode}, ${place.city}` : pincode;
  return (
    <>
      <p>
        {place ? `${place.city}, ${place.state}` : "This pincode is not in the table of Indian pincodes."}
        <br />
        <span className="text-bark">{zone ? `Zone ${zone.name}` : "In no zone"}</span>
      </p>
      {options.length === 0 ? (
        <p>Sorry, we don’t deliver to {pincode} yet.</p>
      ) : (
        <ul className="grid gap-1">
          {options.map(({ code, name, price, latest }) => (
            <li key={code}>
              {name}, {price === 0 ? "free" : formatMoney(price)}
              <br />
              {latest ? `Delivery by ${formatWeekday(latest)} to ${where}` : "No date is promised"}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
