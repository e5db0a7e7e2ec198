import { useId, useState } from "react";
import { EDIT_WAITS_HOURS, type EditEffect } from "../../contract/admin/order-edits.ts";
import { MAX_STAFF_REASON } from "../../contract/admin/order-money.ts";
import type { AdminOrder, ReturnReason } from "../../contract/admin/orders.ts";
import { NOUN_WORDS } from "../../contract/orders/change-nouns.ts";
import { isFreeSample } from "../../contract/orders/free-sample.ts";
import { call, type RequestError } from "../api/client.ts";
import { Field, Problem } from "../shared/field.tsx";
import { formatMoney } from "../shared/money.ts";
import { useMay } from "../shared/session.ts";
import { fieldMessage } from "../shared/use-action.ts";
import { WhyField } from "../shared/why-field.tsx";
import type { ActionFormProps } from "./action-buttons.tsx";
import { type ChosenSize, ChosenSizes, withOneMore } from "./chosen-sizes.tsx";
import { EditCost } from "./edit-cost.tsx";
import { KeepOffersField } from "./keep-offers-field.tsx";
import { MoneyForm } from "./money-form.tsx";
import { PlainForm } from "./plain-form.tsx";
import { ACCEPT_REASONS, DECLINE_REASONS, RETURN_REASON_NAMES } from "./return-labels.ts";
import { SizeSearch } from "./size-search.tsx";
import { nameOf, toUnits, type Units, type UnitsChoice, UnitsField } from "./units-field.tsx";

/** Returns the lines of the open return, which is the last one. */
const openLines = (order: AdminOrder) => order.returns.at(-1)?.lines ?? [];
const maxUnits = (choices: readonly UnitsChoice[]): Units =>
  Object.fromEntries(choices.map(({ position, max }) => [position, max]));

function ReasonField({
  reasons,
  value,
  onChange,
  error,
}: {
  reasons: readonly ReturnReason[];
  value: ReturnReason;
  onChange: (reason: ReturnReason) => void;
  error: RequestError | null;
}) {
  const id = useId();
  const message = fieldMessage(error, "decisionReason");
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        Reason, for our reports
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value as ReturnReason)}
        className="field"
        aria-invalid={message !== undefined}
      >
        {reasons.map((reason) => (
          <option key={reason} value={reason}>
            {capitalised(RETURN_REASON_NAMES[reason])}
          </option>
        ))}
      </select>
    </div>
  );
}

export function ApproveForm({ order: { number, version }, action: _, ...form }: ActionFormProps) {
  const [decisionReason, setDecisionReason] = useState<ReturnReason>("damaged");
  const [pickUp, setPickUp] = useState({ courier: "", date: "", between: "10 AM and 1 PM" });
  const change = (field: keyof typeof pickUp) => (event: { target: { value: string } }) =>
    setPickUp((now) => ({ ...now, [field]: event.target.value }));
  return (
    <PlainForm
      {...form}
      action="Approve"
      request={() => call("approveReturn", { params: { number }, body: { version, decisionReason, ...pickUp } })}
    >
      {(error) => (
        <>
          <ReasonField reasons={ACCEPT_REASONS} value={decisionReason} onChange={setDecisionReason} error={error} />
          <Field
            label="Courier"
            value={pickUp.courier}
            onChange={change("courier")}
            autoComplete="off"
            error={fieldMessage(error, "courier")}
          />
          <Field
            label="Pick-up on"
            type="date"
            value={pickUp.date}
            onChange={change("date")}
            error={fieldMessage(error, "date")}
          />
          <Field
            label="Between"
            value={pickUp.between}
            onChange={change("between")}
            autoComplete="off"
            error={fieldMessage(error, "between")}
            hint="The customer gets the pick-up by email."
          />
        </>
      )}
    </PlainForm>
  );
}

export function ReceiveForm({ order, action: _, ...form }: ActionFormProps) {
  const choices = openLines(order).map(({ position, quantity }) => ({
    position,
    name: nameOf(order, position),
    max: quantity,
  }));
  const [units, setUnits] = useState<Units>(maxUnits(choices));
  const { number, version } = order;
  return (
    <PlainForm
      {...form}
      action="Record it"
      request={() => call("receiveReturn", { params: { number }, body: { version, lines: toUnits(units) } })}
    >
      {(error) => (
        <>
          <UnitsField legend="Arrived" choices={choices} value={units} onChange={setUnits} />
          <Problem error={null} otherwise={fieldMessage(error, "lines")} />
        </>
      )}
    </PlainForm>
  );
}

export function AcceptForm({ order, onChanged, onClose }: ActionFormProps) {
  const choices = openLines(order)
    .map(({ position, quantity, receivedQuantity }) => ({
      position,
      name: nameOf(order, position),
      // If the parcel was never recorded as received, everything counts as received.
      max: order.state === "return_received" ? (receivedQuantity ?? 0) : quantity,
    }))
    .filter(({ max }) => max > 0);
  const requested = order.returns.at(-1)?.requestedExchange ?? [];
  const [decisionReason, setDecisionReason] = useState<ReturnReason>(
    order.returns.at(-1)?.decisionReason ?? (requested.length > 0 ? "changed_mind" : "damaged"),
  );
  const [restock, setRestock] = useState<Units>({});
  const [replace, setReplace] = useState<Units>({});
  const [keepsOffers, setKeepsOffers] = useState(false);
  const mayExchange = useMay("change_orders");
  /** What goes out instead, at first what the customer asks for and can have; null unless something is exchanged. */
  const [chosen, setChosen] = useState<readonly ChosenSize[] | null>(() =>
    mayExchange ? availableOf(requested) : null,
  );
  const [exchange, setExchange] = useState<EditEffect | null>(null);
  const isSample = ({ position }: UnitsChoice) =>
    order.items.some((item) => item.position === position && isFreeSample(item.product));
  const { number, version } = order;
  const request = async (preview: boolean) => {
    const { exchange: effect, ...result } = await call("acceptReturn", {
      params: { number },
      body: {
        version,
        preview,
        decisionReason,
        restock: toUnits(restock),
        replace: toUnits(replace),
        ...(chosen && { exchange: chosen.map(({ sku, quantity }) => ({ sku, quantity: Number(quantity) })) }),
        keepOffers: keepsOffers && chosen === null,
      },
    });
    setExchange(effect);
    return result;
  };
  return (
    <MoneyForm
      action={exchange && exchange.due > 0 ? `Ask for ${formatMoney(exchange.due)}` : "Accept the return"}
      consequence={consequenceOf(exchange)}
      request={request}
      onDone={onChanged}
      onClose={onClose}
      further={exchange && <EditCost edit={exchange} />}
    >
      {(error) => (
        <>
          <ReasonField reasons={ACCEPT_REASONS} value={decisionReason} onChange={setDecisionReason} error={error} />
          <UnitsField legend="Put back in stock" choices={choices} value={restock} onChange={setRestock} />
          <UnitsField
            legend="Replace instead of refunding"
            choices={choices.filter((choice) => !isSample(choice))}
            value={replace}
            onChange={setReplace}
          />
          <RequestedExchange requested={requested} mayExchange={mayExchange} />
          {mayExchange && <ExchangeField chosen={chosen} onChange={setChosen} error={error} />}
          {chosen === null && <KeepOffersField value={keepsOffers} onChange={setKeepsOffers} />}
        </>
      )}
    </MoneyForm>
  );
}

type RequestedSizes = AdminOrder["returns"][number]["requestedExchange"];

/** The sizes that the customer asks for, as far as they can be sold; null without any. */
function availableOf(requested: RequestedSizes): ChosenSize[] | null {
  const sizes = new Map<string, ChosenSize>();
  for (const { sku, title, size, quantity, available } of requested) {
    const units = Math.min(Number(sizes.get(sku)?.quantity ?? 0) + quantity, available);
    if (units > 0) sizes.set(sku, { sku, title, size, quantity: String(units) });
  }
  return sizes.size > 0 ? [...sizes.values()] : null;
}

/** Says what the customer asks for in exchange, and what of it cannot be had. */
function RequestedExchange({ requested, mayExchange }: { requested: RequestedSizes; mayExchange: boolean }) {
  if (requested.length === 0) return null;
  const nameOfSize = ({ title, size }: RequestedSizes[number]) => [title, size].filter(Boolean).join(", ");
  const units = (sku: string) =>
    requested.filter((one) => one.sku === sku).reduce((sum, { quantity }) => sum + quantity, 0);
  const lacking = requested.filter(({ sku, available }) => available < units(sku));
  return (
    <div role="status" className="grid gap-1 border-terracotta border-l-4 pl-3">
      <p>
        The customer asks for{" "}
        <strong>{requested.map((one) => `${one.quantity} × ${nameOfSize(one)}`).join(", ")}</strong> in exchange.
        {!mayExchange && " Your role may not exchange items; accepting refunds them."}
      </p>
      {lacking.map((one) => (
        <p key={`${one.position} ${one.sku}`}>
          {nameOfSize(one)} {one.available > 0 ? `has only ${one.available} available` : "is sold out"}. Choose another
          size, or refund.
        </p>
      ))}
    </div>
  );
}

function consequenceOf(exchange: EditEffect | null): string {
  if (!exchange)
    return "What isn’t put back in stock is written off; what isn’t replaced is refunded. The customer gets an email.";
  if (exchange.due > 0)
    return `The customer gets a link to pay ${formatMoney(exchange.due)}. Until then the return stays open, and what goes out is reserved for ${EDIT_WAITS_HOURS} hours.`;
  return "What isn’t put back in stock is written off. What comes back is credited, what goes out is invoiced and sent in a parcel of its own. The customer gets an email.";
}

interface ExchangeFieldProps {
  /** What goes out; null unless something is exchanged. */
  chosen: readonly ChosenSize[] | null;
  onChange: (chosen: readonly ChosenSize[] | null) => void;
  error: RequestError | null;
}

/** Asks for what goes out in exchange for what comes back. */
function ExchangeField({ chosen, onChange, error }: ExchangeFieldProps) {
  const problem = error?.errors.find(({ field }) => field.startsWith("exchange"));
  return (
    <div className="grid gap-2">
      <label className="flex items-start gap-2">
        <input
          type="checkbox"
          className="mt-1"
          checked={chosen !== null}
          onChange={(event) => onChange(event.target.checked ? [] : null)}
        />
        <span>
          Exchange for other items
          <span className="block text-bark text-small">
            They go out instead of what comes back and isn’t replaced. The difference is refunded, or paid by a link.
          </span>
        </span>
      </label>
      {chosen !== null && (
        <>
          <SizeSearch onChoose={(size) => onChange(withOneMore(chosen, size))} />
          <ChosenSizes items={chosen} onChange={onChange} />
        </>
      )}
      {problem && (
        <p role="alert" className="text-small text-terracotta">
          {problem.message}
        </p>
      )}
    </div>
  );
}

export function DeclineForm({ order: { number, version }, action: _, ...form }: ActionFormProps) {
  const [decisionReason, setDecisionReason] = useState<ReturnReason>("used");
  const [answer, setAnswer] = useState("");
  return (
    <PlainForm
      {...form}
      action="Decline"
      request={() => call("declineReturn", { params: { number }, body: { version, decisionReason, answer } })}
    >
      {(error) => (
        <>
          <ReasonField reasons={DECLINE_REASONS} value={decisionReason} onChange={setDecisionReason} error={error} />
          <WhyField
            value={answer}
            onChange={setAnswer}
            maxLength={MAX_STAFF_REASON}
            hint="A sentence for the customer. The order stays delivered."
            error={error}
            field="answer"
          />
        </>
      )}
    </PlainForm>
  );
}

export function ReplacementForm({ order: { number, version, nouns }, action, ...form }: ActionFormProps) {
  const isDelivered = action === "deliver-replacement";
  const [parcel, setParcel] = useState({ courier: "", awb: "" });
  const request = () =>
    isDelivered
      ? call("deliverReplacement", { params: { number }, body: { version } })
      : call("shipReplacement", { params: { number }, body: { version, ...parcel } });
  return (
    <PlainForm {...form} action={isDelivered ? "Mark as delivered" : "Ship"} request={request}>
      {(error) =>
        isDelivered ? (
          <p>The parcel with the {NOUN_WORDS[nouns.underway ?? "replacement"]} has arrived.</p>
        ) : (
          <>
            <Field
              label="Courier"
              value={parcel.courier}
              onChange={(event) => setParcel((now) => ({ ...now, courier: event.target.value }))}
              autoComplete="off"
              error={fieldMessage(error, "courier")}
            />
            <Field
              label="AWB"
              value={parcel.awb}
              onChange={(event) => setParcel((now) => ({ ...now, awb: event.target.value }))}
              autoComplete="off"
              autoCapitalize="characters"
              error={fieldMessage(error, "awb")}
            />
          </>
        )
      }
    </PlainForm>
  );
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
