import { useEffect } from "react";
import { Link } from "react-router";
import { MAX_BULK } from "../../contract/admin/order-bulk.ts";
import { call } from "../api/client.ts";
import { courierLabelPath } from "../orders/booking-panel.tsx";
import { printPath } from "../orders/documents.tsx";

/** A parcel that was packed on this page. */
export interface PackedParcel {
  number: string;
  /** `booking`: a courier is being asked. */
  step: "packed" | "shipped" | "booking" | "booked" | "refused";
  /** Courier and AWB, or why no courier takes it. */
  detail: string;
  /** Whether the courier's own label can be printed. */
  isLabelReady: boolean;
}

/** How often couriers' answers are looked up. */
const ASK_EVERY_MS = 2000;

const WORDS: Readonly<Record<PackedParcel["step"], string>> = {
  packed: "Packed",
  shipped: "Shipped",
  booking: "Being booked…",
  booked: "Booked",
  refused: "Not booked",
};

/** Looks up what couriers have answered, while there are parcels without an answer or a label. */
export function useLabels(
  packed: readonly PackedParcel[],
  onChange: (change: (before: readonly PackedParcel[]) => PackedParcel[]) => void,
): void {
  const open = packed
    .filter(({ step, isLabelReady }) => step === "booking" || (step === "booked" && !isLabelReady))
    .map(({ number }) => number)
    .slice(0, MAX_BULK)
    .join(",");
  useEffect(() => {
    if (open === "") return;
    const timer = setInterval(() => {
      void call("listBookings", { query: { numbers: open } })
        .then((found) =>
          onChange((before) =>
            before.map((parcel) => {
              const booking = found.find(({ number }) => number === parcel.number)?.booking;
              return booking ? { ...parcel, ...toStep(booking) } : parcel;
            }),
          ),
        )
        .catch(() => {});
    }, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [open, onChange]);
}

type Booking = NonNullable<Awaited<ReturnType<typeof listBookings>>[number]["booking"]>;
const listBookings = (numbers: string) => call("listBookings", { query: { numbers } });

function toStep({ step, courier, awb, problem }: Booking): Omit<PackedParcel, "number"> {
  if (step === "refused" || step === "cancelled") return { step: "refused", detail: problem, isLabelReady: false };
  if (awb === null) return { step: "booking", detail: problem, isLabelReady: false };
  return { step: "booked", detail: `${courier}, ${awb}`, isLabelReady: step !== "booked" };
}

/** Lists what was packed on this page, the last first, with its labels. */
export function PackedList({ packed }: { packed: readonly PackedParcel[] }) {
  return (
    <section aria-labelledby="packed" className="panel p-4">
      <h2 id="packed" className="mb-2">
        Packed here: {packed.length}
      </h2>
      <div role="status" className="sr-only">
        {packed[0] && `${packed[0].number}: ${WORDS[packed[0].step]}. ${packed[0].detail}`}
      </div>
      {packed.length === 0 && <p className="text-bark">Nothing yet.</p>}
      <ul className="divide-y divide-sand">
        {packed.map(({ number, step, detail, isLabelReady }) => (
          <li key={number} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <Link to={`/orders/${number}`} className="py-1 font-semibold text-leaf">
              {number}
            </Link>
            <span className={step === "refused" ? "text-terracotta" : "text-bark"}>{WORDS[step]}</span>
            {isLabelReady || step === "packed" || step === "shipped" ? (
              <a
                href={isLabelReady ? courierLabelPath([number]) : printPath("label", [number])}
                target="label"
                className="text-leaf text-link"
              >
                Label<span className="sr-only"> of {number}</span>
              </a>
            ) : null}
            {detail && <span className="w-full text-bark text-small wrap-anywhere">{detail}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
