/** The panels of the customer's page. */

import { useState } from "react";
import { Link } from "react-router";
import { ACCEPTED_TEXTS, type ConsentPlace } from "../../contract/accounts/consent-wording.ts";
import { LISTED_ORDERS, type StaffCustomer } from "../../contract/admin/customers.ts";
import { formatCalendarDay, formatDateTime, formatDay } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { Badge } from "../shared/badge.tsx";
import { DialogForm } from "../shared/dialog-form.tsx";
import { Email } from "../shared/email.tsx";
import { formatMoney } from "../shared/money.ts";
import { OrderBadge } from "../shared/order-badge.tsx";
import { Panel } from "../shared/panel.tsx";
import { useMay } from "../shared/session.ts";
import { useAction } from "../shared/use-action.ts";

interface PartProps {
  customer: StaffCustomer;
}

export function Orders({ customer: { recentOrders, email } }: PartProps) {
  const maySee = useMay("view_orders");
  return (
    <Panel title="Orders">
      {recentOrders.length === 0 && <p className="text-bark">There are no orders.</p>}
      <ul className="divide-y divide-sand empty:hidden">
        {recentOrders.map(({ number, badge, state, orderedAt, total }) => (
          <li
            key={number}
            className="relative flex flex-wrap items-baseline justify-between gap-x-4 py-2 hover:bg-paper"
          >
            <span>
              {maySee ? (
                <Link
                  data-row
                  to={`/orders/${number}`}
                  className="font-semibold text-leaf after:absolute after:inset-0"
                >
                  {number}
                </Link>
              ) : (
                <strong>{number}</strong>
              )}{" "}
              <OrderBadge badge={badge} state={state} />
              <span className="block text-bark text-small">{formatDateTime(orderedAt)}</span>
            </span>
            <span>{formatMoney(total)}</span>
          </li>
        ))}
      </ul>
      {maySee && recentOrders.length === LISTED_ORDERS && (
        <Link to={`/orders?${new URLSearchParams({ q: email })}`} className="text-link mt-2 inline-block">
          All orders
        </Link>
      )}
    </Panel>
  );
}

/** Orders of the shop before, to read. */
export function OldOrders({ customer: { oldOrders } }: PartProps) {
  if (!oldOrders) return null;
  const { orders, count, before } = oldOrders;
  return (
    <Panel title={`Orders before ${formatDay(before)}`}>
      <p className="text-bark text-small">Of the shop before, to read: they count in no report and no tax month.</p>
      <ul className="divide-y divide-sand">
        {orders.map(({ number, placedAt, status, total, refunded, lines }) => (
          <li key={number} className="py-2">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="wrap-anywhere">
                <strong>{number}</strong> <span className="text-bark text-small">{status}</span>
                <span className="block text-bark text-small">{formatDateTime(placedAt)}</span>
              </span>
              <span>
                {formatMoney(total)}
                {refunded > 0 && <span className="block text-bark text-small">{formatMoney(refunded)} refunded</span>}
              </span>
            </div>
            <p className="text-small wrap-anywhere">
              {lines.map(({ title, quantity }) => `${quantity} × ${title}`).join(", ")}
            </p>
          </li>
        ))}
      </ul>
      {count > orders.length && (
        <p className="mt-2 text-bark text-small">
          The newest {orders.length} of {count.toLocaleString("en-IN")}.
        </p>
      )}
    </Panel>
  );
}

export function Contact({ customer }: PartProps) {
  const { email, mobile, dateOfBirth, addresses, hasPassword, hasGoogle } = customer;
  const logins = [hasPassword && "password", hasGoogle && "Google"].filter(Boolean).join(" and ");
  return (
    <Panel title="Contact">
      <div className="grid gap-3">
        <p>
          <a href={`mailto:${email}`} className="text-link">
            <Email of={email} />
          </a>
          {mobile && (
            <>
              <br />
              <a href={`tel:${mobile}`} className="text-link">
                {mobile}
              </a>
            </>
          )}
        </p>
        <p className="text-bark">
          {logins ? `Logs in by ${logins}.` : "Has no password."}
          {dateOfBirth && ` Born on ${formatCalendarDay(dateOfBirth)}.`}
        </p>
        {addresses.map(({ street, city, state, pincode, isDefault }) => (
          <address key={`${street} ${pincode}`} className="wrap-anywhere whitespace-pre-line not-italic">
            {`${street}\n${city} ${pincode}\n${state}`}
            {isDefault && <Badge className="ml-2">Default</Badge>}
          </address>
        ))}
      </div>
    </Panel>
  );
}

const NEWSLETTER: Readonly<Record<string, string>> = {
  pending: "Signed up for the newsletter, not confirmed yet",
  confirmed: "Subscribed to the newsletter",
  unsubscribed: "Unsubscribed from the newsletter",
};

const CONSENT_PLACE: Readonly<Record<ConsentPlace, string>> = {
  sign_up: "Sign Up",
  google: "Google button",
  draft_order: "draft order",
  set_password: "page that sets a password",
};
const TITLES = new Map(ACCEPTED_TEXTS.map(({ document, title }) => [document, title] as const));

/** Shows what the customer has agreed to, and when. */
export function Consents({ customer: { consents, newsletter, movedAt } }: PartProps) {
  return (
    <Panel title="Consents">
      {consents.length === 0 && (
        <p className="mb-3 text-bark">
          {movedAt
            ? "The account is from the shop before. What is accepted with it is recorded once its customer sets a password, uses Google or orders."
            : "The account was made before the shop recorded what is accepted with it."}
        </p>
      )}
      <ul className="mb-3 grid gap-3 empty:hidden">
        {consents.map(({ document, event, at, place, wording, version, isCurrent }) => (
          <li key={`${document} ${event} ${version}`} className="wrap-anywhere">
            <p>
              {event === "accepted" ? "Accepted" : "Told by email of"} the {TITLES.get(document)}, version {version}
              {!isCurrent && " (changed since)"}
            </p>
            <p className="text-bark text-small">
              {CONSENT_PLACE[place]}, {formatDateTime(at)}. Read: “{wording}”
            </p>
          </li>
        ))}
      </ul>
      {newsletter ? (
        <>
          <p>{NEWSLETTER[newsletter.state]}</p>
          <p className="text-bark text-small">
            {newsletter.moved
              ? `Moved from the shop before on ${formatDay(newsletter.signedUpAt)}, with your proof of the consent. ${newsletter.moved.place}. Read: “${newsletter.moved.wording}”`
              : `Signed up on ${formatDay(newsletter.signedUpAt)}`}
            {!newsletter.moved &&
              newsletter.confirmedAt &&
              `, confirmed by a link in an email on ${formatDateTime(newsletter.confirmedAt)}`}
            {newsletter.unsubscribedAt && `, unsubscribed on ${formatDateTime(newsletter.unsubscribedAt)}`}
          </p>
        </>
      ) : (
        <p className="text-bark">Never signed up for the newsletter.</p>
      )}
    </Panel>
  );
}

/** Lists where the customer is logged in. */
export function Sessions({ customer, onChanged }: PartProps & { onChanged: (customer: StaffCustomer) => void }) {
  const { sessions, _id: id, name } = customer;
  const mayEnd = useMay("edit_customers");
  const [isAsking, setIsAsking] = useState(false);
  const { run, busy, error } = useAction();
  return (
    <Panel title="Sessions">
      {sessions.length === 0 && <p className="text-bark">Not logged in on any device.</p>}
      <ul className="grid gap-3 empty:hidden">
        {sessions.map(({ device, startedAt, lastUsedAt }) => (
          <li key={`${startedAt} ${device}`}>
            <p className="truncate" title={device}>
              {device || "Unknown browser"}
            </p>
            <p className="text-bark text-small">
              Since {formatDay(startedAt)}, last used {formatDateTime(lastUsedAt)}
            </p>
          </li>
        ))}
      </ul>
      {mayEnd && sessions.length > 0 && (
        <button type="button" className="button-quiet mt-3" onClick={() => setIsAsking(true)}>
          End all
        </button>
      )}
      {isAsking && (
        <DialogForm
          title="End all sessions?"
          submit="End all"
          isDanger
          busy={busy}
          error={error}
          onSubmit={async () => {
            const isDone = await run(async () => onChanged(await call("endCustomerSessions", { params: { id } })));
            if (isDone) setIsAsking(false);
          }}
          onClose={() => setIsAsking(false)}
        >
          <p>{name} is logged out on every device and has to log in again. The cart stays.</p>
        </DialogForm>
      )}
    </Panel>
  );
}
