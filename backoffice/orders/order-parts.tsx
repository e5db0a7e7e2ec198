import { useState } from "react";
import { Link } from "react-router";
import { maySee } from "../../contract/admin/contact-details.ts";
import type { AdminOrder } from "../../contract/admin/orders.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { ROUNDING_LABEL } from "../../contract/orders/rounding.ts";
import type { OrderAddress, PaymentState } from "../../contract/orders/schemas.ts";
import { Thumbnail } from "../products/thumbnail.tsx";
import { StateBadge, type States } from "../shared/badge.tsx";
import { Email } from "../shared/email.tsx";
import { hasFormDraft } from "../shared/form-draft.ts";
import { formatMoney } from "../shared/money.ts";
import { Panel } from "../shared/panel.tsx";
import { useMay, useMe } from "../shared/session.ts";
import { AddressForm, addressDraft } from "./address-form.tsx";
import { PhoneForm } from "./phone-form.tsx";

/** The provider's names of methods that are not said as they are written. */
const METHODS: Readonly<Record<string, string>> = {
  upi: "UPI",
  card: "Card",
  netbanking: "Net banking",
  wallet: "Wallet",
  emi: "EMI",
  paylater: "Pay later",
};

const PAYMENT_STATES: States<PaymentState> = {
  created: { name: "Begun", tone: "progress" },
  authorized: { name: "Authorised", tone: "attention" },
  captured: { name: "Received", tone: "done" },
  refunded: { name: "Refunded", tone: "neutral" },
  failed: { name: "Failed", tone: "danger" },
};
const REFUND_STATES: States<AdminOrder["refunds"][number]["state"]> = {
  pending: { name: "Requested", tone: "progress" },
  held: { name: "Held back by a dispute", tone: "attention" },
  processed: { name: "Paid out", tone: "done" },
  failed: { name: "Failed", tone: "danger" },
};

/** Panels of the order page that mostly show data. */

interface PartProps {
  order: AdminOrder;
}

export function Items({ order }: PartProps) {
  const wrap = order.gift?.wrap ?? 0;
  const amounts: [name: string, amount: number][] = [
    ["Discount", order.rounding - order.totalDiscount],
    [ROUNDING_LABEL, -order.rounding],
    [`Shipping, ${order.shippingMethod.name}`, order.shipping],
    ["Gift wrap", wrap],
    ["Fees", order.fees - wrap],
  ];
  return (
    <Panel title="Items">
      <ul className="divide-y divide-sand">
        {order.items.map(({ position, quantity, product, creditedQuantity, total, sku }) => (
          <li key={position} className="flex gap-3 py-2">
            <Thumbnail picture={product.images[0] ?? null} />
            <div className="min-w-0 flex-1">
              <p>
                <strong>{quantity} ×</strong> {product.title}
                {product.size && <span className="text-bark">, {product.size}</span>}
              </p>
              <p className="wrap-anywhere text-bark text-small">{sku}</p>
              {creditedQuantity > 0 && (
                <p className="text-small text-terracotta">{creditedQuantity} cancelled, lost or returned</p>
              )}
            </div>
            <p>{formatMoney(total)}</p>
          </li>
        ))}
      </ul>
      <dl className="mt-2 grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-sand border-t pt-3">
        <Amount name="Subtotal" amount={order.subtotal} />
        {amounts.map(([name, amount]) => amount !== 0 && <Amount key={name} name={name} amount={amount} />)}
        <dt className="font-semibold">Total, including {formatMoney(order.tax)} GST</dt>
        <dd className="text-right font-semibold">{formatMoney(order.totalPrice)}</dd>
      </dl>
    </Panel>
  );
}

function Amount({ name, amount }: { name: string; amount: number }) {
  return (
    <>
      <dt className="text-bark">{name}</dt>
      <dd className="text-right">{formatMoney(amount)}</dd>
    </>
  );
}

export function Payments({ order }: PartProps) {
  const isCash = order.paymentMethod === "cash_on_delivery";
  return (
    <Panel title="Payment">
      {isCash && (
        <p>Cash on delivery{order.balance === 0 && order.paid.length > 0 && !order.advance ? ", collected" : ""}</p>
      )}
      {order.advance && <AdvanceFacts advance={order.advance} balance={order.balance} isCash={isCash} />}
      {!isCash && order.payments.length === 0 && <p>{order.totalPrice === 0 ? "Nothing to pay" : "Not paid yet"}</p>}
      <ul className="divide-y divide-sand">
        {order.payments.map(({ reference, method, detail, state, failure, amount, at }) => (
          <li key={reference} className="flex justify-between gap-4 py-2">
            <div className="min-w-0">
              <p>
                {[METHODS[method] ?? method, detail].filter(Boolean).join(", ")}{" "}
                <StateBadge of={PAYMENT_STATES[state]} />
              </p>
              <p className="wrap-anywhere text-bark text-small">
                {reference}, {formatDateTime(at)}
              </p>
              {failure && <p className="text-small text-terracotta">{failure}</p>}
            </div>
            <p>{formatMoney(amount)}</p>
          </li>
        ))}
        {order.refunds.map(({ requestedAt, state, amount }) => (
          <li key={requestedAt} className="flex justify-between gap-4 py-2">
            <p>
              Refund <StateBadge of={REFUND_STATES[state]} />
              <span className="block text-bark text-small">{formatDateTime(requestedAt)}</span>
            </p>
            <p>{formatMoney(-amount)}</p>
          </li>
        ))}
      </ul>
      {order.invoiceNumber && <p className="mt-2 text-bark">Invoice {order.invoiceNumber}</p>}
      {order.furtherInvoices.map(({ number, amount }) => (
        <p key={number} className="text-bark">
          Invoice {number} of what was added, {formatMoney(amount)}
        </p>
      ))}
      {order.creditNotes.map(({ number, amount }) => (
        <p key={number} className="text-bark">
          Credit note {number}, {formatMoney(amount)}
        </p>
      ))}
      {order.vouchers.map(({ kind, number, amount }) => (
        <p key={number} className="text-bark">
          {kind === "receipt" ? "Receipt voucher" : "Refund voucher"} {number}, {formatMoney(amount)}
        </p>
      ))}
    </Panel>
  );
}

/** Shows the amount that was paid in advance, and the amount that the courier collects. */
function AdvanceFacts({
  advance: { amount, paidAt },
  balance,
  isCash,
}: {
  advance: NonNullable<AdminOrder["advance"]>;
  balance: number;
  isCash: boolean;
}) {
  return (
    <dl className="mt-1 grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
      <Amount name={paidAt ? "Paid in advance" : "To be paid in advance"} amount={amount} />
      {isCash && <Amount name="Balance to collect on delivery" amount={balance} />}
    </dl>
  );
}

export function Gift({ order: { gift } }: PartProps) {
  if (!gift) return null;
  return (
    <Panel title="Gift">
      <p>{gift.wrap === null ? "Without gift wrap" : "With gift wrap"}</p>
      {gift.message && <p className="mt-2 whitespace-pre-line wrap-anywhere">{gift.message}</p>}
    </Panel>
  );
}

export function Customer({ order, onChanged }: PartProps & { onChanged: (order: AdminOrder) => void }) {
  const { customer, mobile, gift, shippingAddress, billingAddress, canChangeAddress, number } = order;
  const mayChange = useMay("change_orders") && canChangeAddress;
  const maySeeCustomer = useMay("view_customers");
  const seesEmail = maySee("email", useMe().permissions);
  const [isChanging, setIsChanging] = useState(() => mayChange && hasFormDraft(addressDraft(number)));
  return (
    <Panel title={customer.name}>
      <div className="grid gap-3">
        <p>
          {seesEmail ? (
            <a href={`mailto:${customer.email}`} className="text-link">
              <Email of={customer.email} />
            </a>
          ) : (
            <Email of={customer.email} />
          )}
          {mobile && (
            <>
              <br />
              <Phone number={mobile} />
            </>
          )}
          {maySeeCustomer && (
            <>
              <br />
              <Link to={`/customers/${order.customerId}`} className="text-link">
                Other orders, notes and sessions
              </Link>
            </>
          )}
        </p>
        {isChanging ? (
          <AddressForm order={order} onChanged={onChanged} onClose={() => setIsChanging(false)} />
        ) : (
          <div>
            <Address title="Ships to" receiver={gift?.receiver} address={shippingAddress} />
            {mayChange && (
              <button type="button" className="button-quiet mt-2" onClick={() => setIsChanging(true)}>
                Change the address
              </button>
            )}
          </div>
        )}
        <PhoneForm order={order} onChanged={onChanged} />
        <Address title="Billed to" address={billingAddress} />
      </div>
    </Panel>
  );
}

/** A phone number to call; masked, it is a text. */
function Phone({ number }: { number: string }) {
  if (!maySee("phone", useMe().permissions)) return number;
  return (
    <a href={`tel:${number}`} className="text-link">
      {number}
    </a>
  );
}

interface AddressProps {
  title: string;
  /** The receiver, if it is not the customer. */
  receiver?: { name: string; mobile_no: string } | null | undefined;
  address: OrderAddress;
}

function Address({ title, receiver, address: { street, city, pincode, state } }: AddressProps) {
  return (
    <div>
      <h3 className="text-bark text-small">{title}</h3>
      {receiver && (
        <p className="wrap-anywhere">
          {receiver.name}, <Phone number={receiver.mobile_no} />
        </p>
      )}
      <address className="whitespace-pre-line not-italic">{`${street}\n${city} ${pincode}\n${state}`}</address>
    </div>
  );
}

export function History({ order }: PartProps) {
  return (
    <Panel title="History">
      <ol className="grid gap-3">
        {order.history.map(({ at, title, by, note }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added, and nothing of them has a state
          <li key={index} className="border-sand border-l-2 pl-3">
            <p className="wrap-anywhere">
              {title}
              {by && <span className="text-bark"> by {by}</span>}
            </p>
            {note && <p className="wrap-anywhere text-small">{note}</p>}
            <p className="text-bark text-small">{formatDateTime(at)}</p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
