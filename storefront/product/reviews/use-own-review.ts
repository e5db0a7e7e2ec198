import { useCallback, useEffect, useState } from "react";
import type { OwnReview } from "../../../contract/reviews/schemas.ts";
import { api } from "../../api/api.ts";
import { sessionStore } from "../../session/session.ts";
import { createResponseGuard } from "../../shared/response-guard.ts";
import { useStore } from "../../shared/store.ts";

/** The customer's own review of a product; null for a guest, and until it is loaded. */
export function useOwnReview(productId: string) {
  const customerId = useStore(sessionStore).session?._id;
  const [own, setOwn] = useState<OwnReview | null>(null);
  const [beginRequest] = useState(createResponseGuard);

  /** @throws RequestError */
  const read = useCallback(async (): Promise<OwnReview | null> => {
    // A response from before a logout does not concern the current customer.
    const isCurrent = beginRequest();
    const found = customerId === undefined ? null : await api.readOwnReview({ query: { product_id: productId } });
    if (isCurrent()) setOwn(found);
    return found;
  }, [customerId, productId, beginRequest]);

  useEffect(() => {
    // Optional here, since the dialog reads it again.
    read().catch(() => setOwn(null));
  }, [read]);

  return { own, read };
}
