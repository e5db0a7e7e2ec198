import { useState } from "react";
import type { CourierAccount } from "../../contract/admin/couriers.ts";
import { COURIER_PROVIDERS, type CourierProviderName, LABEL_SIZES, type LabelSize } from "../../contract/couriers.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";

export const PROVIDER_NAMES: Readonly<Record<CourierProviderName, string>> = {
  shiprocket: "Shiprocket",
  delhivery: "Delhivery",
};
const SIZES: Readonly<Record<LabelSize, string>> = { thermal: "100 × 150 mm, thermal printer", a4: "A4" };

interface AccountFormProps {
  /** Null adds one. */
  account: CourierAccount | null;
  onDone: () => Promise<void>;
  onClose: () => void;
}

export function AccountForm({ account, onDone, onClose }: AccountFormProps) {
  const [values, setValues] = useState({
    provider: account?.provider ?? ("shiprocket" as CourierProviderName),
    label: account?.label ?? "",
    pickupPlace: account?.pickupPlace ?? "",
    pickupPincode: account?.pickupPincode ?? "",
    surfaceOnly: account?.surfaceOnly ?? true,
    labelSize: account?.labelSize ?? ("thermal" as LabelSize),
    isEnabled: account?.isEnabled ?? true,
  });
  const { run, busy, error } = useAction();
  const set = (changed: Partial<typeof values>) => setValues((now) => ({ ...now, ...changed }));
  const save = () =>
    run(async () => {
      const { provider, ...fields } = values;
      if (account) await call("changeCourierAccount", { params: { id: account._id }, body: fields });
      else await call("createCourierAccount", { body: { provider, ...fields } });
      await onDone();
    });
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {!account && (
        <SelectField
          label="Courier"
          value={values.provider}
          options={COURIER_PROVIDERS.map((value) => ({ value, name: PROVIDER_NAMES[value] }))}
          onChange={(provider) => set({ provider: provider as CourierProviderName })}
          error={fieldMessage(error, "provider")}
        />
      )}
      <Field
        label="What you call it"
        value={values.label}
        onChange={(event) => set({ label: event.target.value })}
        autoComplete="off"
        error={fieldMessage(error, "label")}
      />
      <Field
        label="Pick-up place"
        hint="Exactly as in the courier’s panel, with capitals and spaces."
        value={values.pickupPlace}
        onChange={(event) => set({ pickupPlace: event.target.value })}
        autoComplete="off"
        spellCheck={false}
        error={fieldMessage(error, "pickupPlace")}
      />
      <Field
        label="Its pincode"
        value={values.pickupPincode}
        onChange={(event) => set({ pickupPincode: event.target.value })}
        autoComplete="off"
        inputMode="numeric"
        error={fieldMessage(error, "pickupPincode")}
      />
      <SelectField
        label="Labels"
        hint="Shiprocket’s labels have the size that is set in its panel; set the same there."
        value={values.labelSize}
        options={LABEL_SIZES.map((value) => ({ value, name: SIZES[value] }))}
        onChange={(labelSize) => set({ labelSize: labelSize as LabelSize })}
      />
      <label className="flex items-start gap-2 py-1">
        <input
          type="checkbox"
          className="mt-1"
          checked={values.surfaceOnly}
          onChange={(event) => set({ surfaceOnly: event.target.checked })}
        />
        <span>
          By surface only
          <span className="block text-bark text-small">
            Perfume, and anything else with alcohol, is dangerous goods by air. Parcels of products that are marked as
            without alcohol may fly all the same.
          </span>
        </span>
      </label>
      {account && (
        <label className="flex items-center gap-2 py-1">
          <input
            type="checkbox"
            checked={values.isEnabled}
            onChange={(event) => set({ isEnabled: event.target.checked })}
          />
          Parcels are booked with it
        </label>
      )}
      <Problem error={error} />
      <div className="flex justify-end gap-2">
        <button type="button" className="button-quiet" onClick={onClose}>
          Back
        </button>
        <Button type="submit" className="button-primary" disabled={busy}>
          {busy ? "Saving …" : "Save"}
        </Button>
      </div>
    </form>
  );
}
