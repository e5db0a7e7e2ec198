import { useEffect, useState } from "react";
import { formatDay, formatMonth } from "../../../contract/dates.ts";
import type { BoughtSize } from "../../../contract/orders/schemas.ts";
import { api } from "../../api/api.ts";
import { sessionStore } from "../../session/session.ts";
import { createResponseGuard } from "../../shared/response-guard.ts";
import { useStore } from "../../shared/store.ts";

/** Shows the sizes that the customer has bought, one sentence each. The page is the same for everyone, so they load after it. */
export function BoughtSizes({ productId }: { productId: string }) {
  const customerId = useStore(sessionStore).session?._id;
  const [sizes, setSizes] = useState<readonly BoughtSize[]>([]);
  const [beginRequest] = useState(createResponseGuard);

  useEffect(() => {
    const isCurrent = beginRequest();
    setSizes([]);
    if (customerId === undefined) return;
    api.readBoughtSizes({ query: { product_id: productId } }).then(
      (found) => isCurrent() && setSizes(found),
      () => {
        // Optional on this page, so an error is ignored.
      },
    );
  }, [customerId, productId, beginRequest]);

  if (sizes.length === 0) return null;
  return (
    <ul className="mt-3 text-bark text-small">
      {sizes.map((one) => (
        <li key={one.variant_id}>{sentence(one)}</li>
      ))}
    </ul>
  );
}

function sentence({ size, orderedAt, deliveredAt }: BoughtSize): string {
  return deliveredAt === null
    ? `You ordered the ${size} on ${formatDay(orderedAt)}.`
    : `You’ve had the ${size} since ${formatMonth(deliveredAt)}.`;
}
