import type { RequestError } from "../api/client.ts";
import { Field } from "../shared/field.tsx";
import { removed, replaced } from "../shared/list-edits.ts";
import { TextArea } from "../shared/text-area.tsx";
import { fieldMessage } from "../shared/use-action.ts";
import { type DraftRate, type DraftZone, type Method, NEW_RATE } from "./shipping-draft.ts";

interface ZoneFieldsProps {
  zone: DraftZone;
  at: number;
  methods: readonly Method[];
  /** All states of India. */
  states: readonly string[];
  error: RequestError | null;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onChange: (zone: DraftZone) => void;
  onRemove: () => void;
}

/** Edits a zone: its places, and the rates of each method by weight. A closed one shows a summary. */
export function ZoneFields(props: ZoneFieldsProps) {
  const { zone, at, methods, states, error, isOpen, onOpen, onChange, onRemove } = props;
  const path = `zones.${at}`;
  const wrong = error?.errors.find(({ field }) => field === path || field.startsWith(`${path}.`));
  return (
    <details
      open={isOpen || wrong !== undefined}
      onToggle={(event) => event.currentTarget.open !== isOpen && onOpen(event.currentTarget.open)}
      className="border-sand border-t pt-3"
    >
      <summary>
        <span className="wrap-anywhere font-semibold">{zone.name || "New zone"}</span>{" "}
        <span className="text-bark">{summaryOf(zone, methods)}</span>
      </summary>
      <fieldset className="mt-3 grid gap-3">
        <legend className="sr-only">{zone.name || "New zone"}</legend>
        <Field
          label="Name of the zone"
          value={zone.name}
          autoComplete="off"
          error={fieldMessage(error, `${path}.name`) ?? fieldMessage(error, path)}
          onChange={(event) => onChange({ ...zone, name: event.target.value })}
        />
        <TextArea
          label="Pincodes, or their first digits"
          rows={2}
          value={zone.pincodes}
          inputMode="numeric"
          error={error?.errors.find(({ field }) => field.startsWith(`${path}.pincodes`))?.message}
          onChange={(event) => onChange({ ...zone, pincodes: event.target.value })}
        />
        <details>
          <summary>{zone.states.length === 0 ? "No states" : `States: ${zone.states.join(", ")}`}</summary>
          <ul className="mt-2 grid gap-x-3 sm:grid-cols-2 lg:grid-cols-3">
            {states.map((state) => (
              <li key={state}>
                <label className="flex items-center gap-2 py-1">
                  <input
                    type="checkbox"
                    checked={zone.states.includes(state)}
                    onChange={(event) =>
                      onChange({
                        ...zone,
                        states: event.target.checked
                          ? [...zone.states, state]
                          : zone.states.filter((other) => other !== state),
                      })
                    }
                  />
                  {state}
                </label>
              </li>
            ))}
          </ul>
        </details>
        {methods.map((method) => (
          <Rates
            key={method.code}
            method={method}
            rates={zone.rates[method.code] ?? []}
            path={`${path}.rates.${method.code}`}
            error={error}
            onChange={(rates) => onChange({ ...zone, rates: { ...zone.rates, [method.code]: rates } })}
          />
        ))}
        <button type="button" className="button-danger justify-self-start" onClick={onRemove}>
          Remove the zone<span className="sr-only"> {zone.name}</span>
        </button>
      </fieldset>
    </details>
  );
}

function summaryOf({ pincodes, states, rates }: DraftZone, methods: readonly Method[]): string {
  const prefixes = pincodes.split(/[\s,]+/).filter(Boolean);
  const places = [...prefixes.slice(0, 3), ...states.slice(0, 3)];
  const more = prefixes.length + states.length - places.length;
  const where = places.length === 0 ? "all other places" : `${places.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  const served = methods.filter(({ code }) => (rates[code] ?? []).length > 0);
  const prices = served.map(({ code, name }) => {
    const [{ price, minDays, maxDays } = NEW_RATE] = rates[code] ?? [];
    return `${name} ${price === "0" ? "free" : `₹${price}`}${minDays ? `, ${minDays} to ${maxDays} days` : ""}`;
  });
  return `${where} · ${prices.join(" · ") || "not served"}`;
}

interface RatesProps {
  method: Method;
  rates: readonly DraftRate[];
  path: string;
  error: RequestError | null;
  onChange: (rates: DraftRate[]) => void;
}

const COLUMNS = [
  { name: "fromGrams", label: "From (g)", path: "fromGrams" },
  { name: "price", label: "Price (₹)", path: "price" },
  { name: "freeFrom", label: "Free from (₹)", path: "freeFrom" },
  { name: "minDays", label: "Fewest days", path: "days.0" },
  { name: "maxDays", label: "Most days", path: "days.1" },
] as const;

function Rates({ method, rates, path, error, onChange }: RatesProps) {
  const last = rates.at(-1) ?? NEW_RATE;
  return (
    <fieldset className="grid gap-2">
      <legend className="font-semibold">{method.name || "New method"}</legend>
      {rates.length === 0 && <p className="text-bark">Not offered in this zone.</p>}
      {fieldMessage(error, path) && (
        <p role="alert" className="text-small text-terracotta">
          {fieldMessage(error, path)}
        </p>
      )}
      {rates.map((rate, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rate has no identity but its place
        <div key={at} className="flex flex-wrap items-end gap-2">
          {COLUMNS.map(({ name, label, path: column }) => (
            <div key={name} className="w-28">
              <Field
                label={label}
                value={rate[name]}
                inputMode="decimal"
                autoComplete="off"
                error={
                  fieldMessage(error, `${path}.${at}.${column}`) ??
                  (name === "minDays" ? fieldMessage(error, `${path}.${at}.days`) : undefined)
                }
                onChange={(event) => onChange(replaced(rates, at, { ...rate, [name]: event.target.value }))}
              />
            </div>
          ))}
          <button type="button" className="button-quiet" onClick={() => onChange(removed(rates, at))}>
            Remove
            <span className="sr-only">
              : rate {at + 1} of {method.name}
            </span>
          </button>
        </div>
      ))}
      <button
        type="button"
        className="button-quiet justify-self-start"
        onClick={() => onChange([...rates, rates.length === 0 ? NEW_RATE : { ...last, fromGrams: "" }])}
      >
        {rates.length === 0 ? "Offer it" : "Another weight"}
        <span className="sr-only">: {method.name}</span>
      </button>
    </fieldset>
  );
}
