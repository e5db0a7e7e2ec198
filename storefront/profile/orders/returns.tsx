import { formatRecentDay } from "../../../contract/dates.ts";
import { isFreeSample } from "../../../contract/orders/free-sample.ts";
import type { OrderReturn, ReturnState } from "../../../contract/orders/returns.ts";
import type { OrderDetail } from "../../../contract/orders/schemas.ts";
import { Picture } from "../../shared/picture.tsx";
import { itemNameAt, sizeName } from "./item-name.ts";

/** What the state of a return means for the customer. */
const STATES: Readonly<Record<ReturnState, string>> = {
  requested: "Requested. We’ll email you within 2 working days.",
  approved: "Approved. The courier will pick it up.",
  received: "Received. We’ll check it within 2 working days.",
  accepted: "Accepted.",
  declined: "Declined.",
};

/** The order's returns with their items, oldest first. */
export function Returns({ returns, items }: Pick<OrderDetail, "returns" | "items">) {
  return (
    <ul className="grid gap-6">
      {returns.map((one) => (
        <li key={one.requestedAt}>
          <p className="font-semibold">
            {STATES[one.state]} {one.answer && <span className="font-normal">{one.answer}</span>}
          </p>
          <p className="text-bark text-small">Requested on {formatRecentDay(one.requestedAt)}</p>
          <ul className="mt-2 text-small">
            {one.lines.map((line) => (
              <li key={line.position} className="wrap-anywhere">
                {line.quantity} × {itemNameAt(items, line.position)}
                {isSample(items, line.position) ? ", free sample" : outcomeOf(one, line)}
              </li>
            ))}
          </ul>
          {one.exchange.length > 0 && (
            <p className="mt-2 text-small wrap-anywhere">
              In exchange:{" "}
              {one.exchange.map(({ position, quantity }) => `${quantity} × ${itemNameAt(items, position)}`).join("; ")}
            </p>
          )}
          {one.requestedExchange.length > 0 && one.exchange.length === 0 && (
            <p className="mt-2 text-small wrap-anywhere">
              You asked for in exchange:{" "}
              {one.requestedExchange.map((size) => `${size.quantity} × ${sizeName(size)}`).join("; ")}
            </p>
          )}
          {one.photos.length > 0 && (
            <ul aria-label="Your photos" className="mt-3 flex flex-wrap gap-2">
              {one.photos.map((photo) => (
                <li key={photo.path} className="size-20 overflow-hidden rounded-picture bg-linen">
                  <Picture
                    picture={photo}
                    alt="Photo of the returned item"
                    sizes="80px"
                    imageClassName="size-full object-cover"
                  />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

const isSample = (items: OrderDetail["items"], position: number) =>
  items.some((item) => item.position === position && isFreeSample(item.product));

/** Describes what happened to the units: `: 1 refunded, 1 replaced`. */
function outcomeOf(
  { state, exchange }: OrderReturn,
  { quantity, receivedQuantity, replacedQuantity }: OrderReturn["lines"][number],
) {
  if (receivedQuantity === null) return "";
  const parts = [
    ...(receivedQuantity < quantity ? [`${receivedQuantity} received`] : []),
    ...(state === "accepted" && receivedQuantity > replacedQuantity
      ? [`${receivedQuantity - replacedQuantity} ${exchange.length > 0 ? "credited" : "refunded"}`]
      : []),
    ...(replacedQuantity > 0 ? [`${replacedQuantity} replaced`] : []),
  ];
  return parts.length > 0 ? `: ${parts.join(", ")}` : "";
}
