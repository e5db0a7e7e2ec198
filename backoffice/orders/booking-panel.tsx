import { useEffect, useState } from "react";
import { Link } from "react-router";
import {
  type BookingStep,
  type CourierAccount,
  type OrderBookings,
  type ParcelBooking,
  volumetricGrams,
} from "../../contract/admin/couriers.ts";
import type { AdminOrder } from "../../contract/admin/orders.ts";
import { formatCalendarDay } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { useAdminEvents } from "../shared/admin-events.ts";
import { StateBadge, type States } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { Confirm } from "../shared/confirm.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { formatMoney } from "../shared/money.ts";
import { Panel } from "../shared/panel.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { useMay } from "../shared/session.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { ParcelScans } from "./parcel-scans.tsx";

const BOOKING_STATES: States<BookingStep> = {
  wanted: { name: "Being booked", tone: "progress" },
  asking: { name: "Being booked", tone: "progress" },
  unclear: { name: "Answer lost", tone: "danger" },
  booked: { name: "Booked", tone: "progress" },
  labelled: { name: "Label ready", tone: "progress" },
  pickup_requested: { name: "Pick-up requested", tone: "progress" },
  handed_over: { name: "Handed over", tone: "done" },
  refused: { name: "Refused", tone: "danger" },
  cancelled: { name: "Cancelled", tone: "danger" },
};

const OPEN: readonly BookingStep[] = ["booked", "labelled", "pickup_requested"];

export const courierLabelPath = (numbers: readonly string[]) =>
  `/admin/api/orders/courier-labels.pdf?${new URLSearchParams({ numbers: numbers.join(",") })}`;

interface BookingPanelProps {
  order: AdminOrder;
  onRead: (order: AdminOrder) => void;
}

/** Books a courier for a parcel of the order, prints its label, and hands it over. Shows nothing in a shop without accounts. */
export function BookingPanel({ order, onRead }: BookingPanelProps) {
  const { number, version } = order;
  const mayFulfil = useMay("fulfil_orders");
  const [accounts, setAccounts] = useState<readonly CourierAccount[]>([]);
  const [read, setRead] = useState<OrderBookings | null>(null);
  const [isGivingUp, setGivingUp] = useState(false);
  const { run: load, error: notLoaded } = useAction();
  const { run, busy, error } = useAction();
  const params = { number };
  const reload = async () => {
    const now = await call("readBookings", { params });
    setRead(now);
    return now;
  };
  // What can be done with the order depends on whether a courier is booked.
  const readOrder = () => call("readAnyOrder", { params });
  /** Shows what a booking has changed. What a colleague has changed is only shown once it is asked for. */
  const showBooked = async () => {
    const { canBook } = await reload();
    if (!read || canBook === read.canBook) return;
    const now = await readOrder();
    if (now.version === version) onRead(now);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the order has changed
  useEffect(() => {
    if (mayFulfil)
      void load(async () => {
        setAccounts(await call("listCourierAccounts", {}));
        await reload();
      });
  }, [number, version, mayFulfil]);
  // The next event reads again.
  useAdminEvents(["orders"], () => void (mayFulfil && showBooked().catch(() => {})));
  if (!mayFulfil || !read) return <Problem error={notLoaded} />;
  const { bookings, canBook, proposal, collects } = read;
  const usable = accounts.filter(({ isEnabled, isConnected }) => isEnabled && isConnected);
  if (bookings.length === 0 && (!canBook || usable.length === 0)) return null;
  const after = (work: () => Promise<OrderBookings>) =>
    run(async () => {
      setRead(await work());
      onRead(await readOrder());
    });
  const cancel = () => void after(() => call("cancelBooking", { params }));
  return (
    <Panel title="Booking">
      <ul className="divide-y divide-sand">
        {bookings.map((booking, at) => (
          <li key={booking._id} className="grid gap-1 py-2">
            <Booking booking={booking} />
            {at === 0 && (OPEN.includes(booking.step) || booking.step === "unclear") && (
              <div className="mt-1 flex flex-wrap gap-2">
                {OPEN.includes(booking.step) && (
                  <>
                    {booking.step !== "booked" && (
                      <a href={courierLabelPath([number])} target="_blank" rel="noreferrer" className="button-quiet">
                        Courier’s label
                      </a>
                    )}
                    <Button
                      type="button"
                      className="button-primary"
                      disabled={busy || booking.problem !== ""}
                      onClick={() => void after(() => call("handOverParcel", { params }))}
                    >
                      Handed over
                    </Button>
                    <Button
                      type="button"
                      className="button-quiet"
                      disabled={busy}
                      onClick={() => void after(() => call("fetchCourierLabel", { params }))}
                    >
                      Fetch the label again
                    </Button>
                  </>
                )}
                <Button
                  type="button"
                  className="button-quiet"
                  disabled={busy}
                  onClick={() => (booking.step === "unclear" ? setGivingUp(true) : cancel())}
                >
                  Cancel the booking
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      <Problem error={error} otherwise={error?.errors[0]?.message} />
      {isGivingUp && (
        <Confirm
          title="Cancel a booking whose answer is lost?"
          consequences="The courier may have the parcel all the same, and charge it. Look into its panel first, and cancel it there."
          action="The courier has no such parcel"
          onCancel={() => setGivingUp(false)}
          onConfirm={() => {
            setGivingUp(false);
            cancel();
          }}
        />
      )}
      {canBook &&
        (usable.length > 0 ? (
          <BookForm
            key={bookings.length}
            accounts={usable}
            proposal={proposal}
            collects={collects}
            onBook={async (body) => {
              setRead(await call("bookParcel", { params, body }));
              onRead(await readOrder());
            }}
          />
        ) : (
          <p className="text-bark">
            No account can be used now.{" "}
            <Link to="/couriers" className="text-link">
              Couriers
            </Link>
          </p>
        ))}
      <ParcelScans number={number} version={version} />
    </Panel>
  );
}

function Booking({ booking }: { booking: ParcelBooking }) {
  const { step, account, courier, awb, collects, quoted, grams, problem, detail, pickupOn } = booking;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2">
        {awb === null ? account : courier}
        {awb && <strong className="wrap-anywhere">{awb}</strong>}
        <StateBadge of={BOOKING_STATES[step]} />
      </p>
      <p className="text-bark text-small">
        {collects > 0 ? `Collects ${formatMoney(collects)}` : "Prepaid"}, {grams} g
        {quoted !== null && `, charged about ${formatMoney(quoted)}`}
        {awb !== null && `, by ${account}`}
        {pickupOn && `, pick-up on ${formatCalendarDay(pickupOn)}`}.
      </p>
      {problem && <p className="text-terracotta">{problem}</p>}
      {detail && <p className="wrap-anywhere text-bark text-small">The courier says: {detail}</p>}
    </>
  );
}

const SIDES = ["lengthMm", "widthMm", "heightMm"] as const;
const SIDE_NAMES = { lengthMm: "Length, cm", widthMm: "Width, cm", heightMm: "Height, cm" } as const;

interface BookFormProps {
  accounts: readonly CourierAccount[];
  proposal: OrderBookings["proposal"];
  collects: number;
  onBook: (body: Parameters<typeof call<"bookParcel">>[1]["body"]) => Promise<void>;
}

function BookForm({ accounts, proposal, collects, onBook }: BookFormProps) {
  const [account, setAccount] = useState(accounts[0]?._id ?? "");
  const [grams, setGrams] = useState(String(proposal?.grams ?? ""));
  const cm = (mm: number | null | undefined) => (mm ? String(mm / 10) : "");
  const [sides, setSides] = useState({
    lengthMm: cm(proposal?.lengthMm),
    widthMm: cm(proposal?.widthMm),
    heightMm: cm(proposal?.heightMm),
  });
  const { run, busy, error } = useAction();
  const mm = (text: string) => Math.round(Number(text.replace(",", ".")) * 10);
  const packing = {
    grams: Number(grams),
    lengthMm: mm(sides.lengthMm),
    widthMm: mm(sides.widthMm),
    heightMm: mm(sides.heightMm),
  };
  const volumetric = volumetricGrams(packing);
  return (
    <form
      noValidate
      className="mt-2 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void run(() => onBook({ account, ...packing }));
      }}
    >
      {accounts.length > 1 && (
        <SelectField
          label="Book with"
          value={account}
          options={accounts.map(({ _id, label }) => ({ value: _id, name: label }))}
          onChange={setAccount}
          error={fieldMessage(error, "account")}
        />
      )}
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Field
          label="Weight, g"
          value={grams}
          onChange={(event) => setGrams(event.target.value)}
          inputMode="numeric"
          autoComplete="off"
          error={fieldMessage(error, "grams")}
        />
        {SIDES.map((side) => (
          <Field
            key={side}
            label={SIDE_NAMES[side]}
            value={sides[side]}
            onChange={(event) => setSides((now) => ({ ...now, [side]: event.target.value }))}
            inputMode="decimal"
            autoComplete="off"
            error={fieldMessage(error, side)}
          />
        ))}
      </div>
      {proposal?.wasPacked && <p className="text-bark text-small">As the same content was packed last.</p>}
      {volumetric > packing.grams && packing.grams > 0 && (
        <p role="status" className="text-small text-terracotta">
          The box counts as {volumetric} g, more than it weighs: that is what the courier charges. A smaller box costs
          less.
        </p>
      )}
      <Problem error={error} otherwise={fieldMessage(error, "account")} />
      <Button type="submit" className="button-primary justify-self-start" disabled={busy}>
        {busy ? "Booking …" : collects > 0 ? `Book, collects ${formatMoney(collects)}` : "Book a courier"}
      </Button>
    </form>
  );
}
