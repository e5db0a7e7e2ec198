import { useState } from "react";
import type { AdminOrder } from "../../contract/admin/orders.ts";
import type { ReportedEnd } from "../../contract/couriers.ts";
import { type ChangeNoun, NOUN_WORDS, nounOf } from "../../contract/orders/change-nouns.ts";
import { call } from "../api/client.ts";
import { Dialog } from "../shared/dialog.tsx";
import { Problem } from "../shared/field.tsx";
import { fieldMessage } from "../shared/use-action.ts";
import { KeepOffersField } from "./keep-offers-field.tsx";
import { MoneyForm } from "./money-form.tsx";
import { listOf, nameOf, toUnits, type Units, UnitsField } from "./units-field.tsx";

interface ParcelEndProps {
  order: AdminOrder;
  parcel: AdminOrder["shipments"][number];
  end: ReportedEnd;
  /** The units of a parcel that staff has opened, each to be restocked or written off; null if all go the same way. */
  opened?: AdminOrder["unsent"] | null;
  onChanged: (order: AdminOrder) => void;
  onClose: () => void;
}

/** Records that a parcel is lost or has come back, after a preview of what is credited and refunded. */
export function ParcelEnd({ order, parcel, end, opened = null, onChanged, onClose }: ParcelEndProps) {
  const isLost = end === "lost";
  // The courier has lost it; one that came back may have been refused.
  const [keepsOffers, setKeepsOffers] = useState(isLost);
  /** Whether what a replacement or an exchange held is sent again. */
  const [sendsAgain, setSendsAgain] = useState(parcel.isReplacement);
  const [restock, setRestock] = useState<Units>({});
  const isPart = parcel.items !== null || parcel.isReplacement;
  const mayKeepOffers = isPart && !sendsAgain;
  const choices = (opened ?? []).map(({ position, quantity }) => ({
    position,
    name: nameOf(order, position),
    max: quantity,
  }));
  return (
    <Dialog title={`${isLost ? "Lost" : "Came back"}: ${parcel.awb}`} onClose={onClose}>
      <MoneyForm
        action={isLost ? "Mark as lost" : "Mark as come back"}
        consequence={consequenceOf({ isLost, isOpened: opened !== null, sendsAgain })}
        request={(preview) =>
          call("creditParcel", {
            params: { number: order.number, awb: parcel.awb },
            body: {
              ...{ version: order.version, preview, state: end, sendAgain: sendsAgain },
              keepOffers: keepsOffers && mayKeepOffers,
              ...(opened && { restock: toUnits(restock) }),
            },
          })
        }
        onDone={(changed) => {
          onClose();
          onChanged(changed);
        }}
        onClose={onClose}
      >
        {(error) => (
          <>
            {opened ? (
              <>
                <UnitsField legend="Put back in stock" choices={choices} value={restock} onChange={setRestock} />
                <p className="text-bark text-small">What isn’t put back in stock is damaged, and written off.</p>
                <Problem error={null} otherwise={fieldMessage(error, "restock")} />
              </>
            ) : (
              parcel.items && <p>{listOf(order, parcel.items)}</p>
            )}
            {parcel.isReplacement && (
              <SendAgainField
                noun={nounOf({ replaces: true, exchanges: parcel.isExchange })}
                value={sendsAgain}
                onChange={setSendsAgain}
                problem={fieldMessage(error, "sendAgain")}
              />
            )}
            {mayKeepOffers && <KeepOffersField value={keepsOffers} onChange={setKeepsOffers} />}
            {isLost && !isPart && <p>This ends the order. Check first what is credited and refunded.</p>}
          </>
        )}
      </MoneyForm>
    </Dialog>
  );
}

function consequenceOf({ isLost, isOpened, sendsAgain }: { isLost: boolean; isOpened: boolean; sendsAgain: boolean }) {
  const stock = isLost
    ? "is written off"
    : isOpened
      ? "returns to the stock as far as you say, and is written off otherwise"
      : "returns to the stock";
  return sendsAgain
    ? `What the parcel held ${stock}, and as much is taken from the stock to be sent again; the customer gets an email.`
    : `What was paid for it is refunded. What the parcel held ${stock}. The customer gets an email.`;
}

/** Asks whether what a parcel held is sent again or refunded. */
function SendAgainField({
  noun,
  value,
  onChange,
  problem,
}: {
  noun: ChangeNoun;
  value: boolean;
  onChange: (value: boolean) => void;
  problem: string | undefined;
}) {
  const options: [isAgain: boolean, label: string][] = [
    [true, `Send the ${NOUN_WORDS[noun]} again`],
    [false, "Refund it"],
  ];
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-semibold">The customer gets</legend>
      {options.map(([isAgain, label]) => (
        <label key={label} className="flex items-center gap-2 py-1">
          <input type="radio" name="send-again" checked={value === isAgain} onChange={() => onChange(isAgain)} />
          {label}
        </label>
      ))}
      {problem && (
        <p role="alert" className="text-small text-terracotta">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
