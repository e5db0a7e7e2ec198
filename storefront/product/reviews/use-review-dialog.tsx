import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { Product } from "../../../contract/catalogue/schemas.ts";
import type { OwnReview } from "../../../contract/reviews/schemas.ts";
import { sessionStore, sessionToken } from "../../session/session.ts";
import { useStore } from "../../shared/store.ts";
import { consumeReviewIntent } from "./review-intent.ts";

export interface ReviewDialogProps {
  product: Product;
  onClose: () => void;
  /** Called with the stored review; null after it was deleted. */
  onChanged: (own: OwnReview | null) => void;
}

interface ReviewDialogOptions {
  product: Product;
  readOwn: () => Promise<OwnReview | null>;
  onChanged: (own: OwnReview | null) => void;
}

/** The review dialog; its code and the stored review are loaded when it is opened. */
export function useReviewDialog({ product, readOwn, onChanged }: ReviewDialogOptions) {
  const { session } = useStore(sessionStore);
  const [Dialog, setDialog] = useState<ComponentType<ReviewDialogProps> | null>(null);
  const [open, setOpen] = useState(false);
  const [failed, setFailed] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const isRequested = useRef(false);
  const productId = product._id;

  const fetchDialog = useCallback(async () => {
    const [{ ReviewDialog }, { beginDraft }] = await Promise.all([
      import("./review-dialog.tsx"),
      import("./review-draft.ts"),
    ]);
    setDialog(() => ReviewDialog);
    return beginDraft;
  }, []);

  const write = useCallback(async () => {
    if (isRequested.current) return;
    isRequested.current = true;
    setWaiting(true);
    setFailed(false);
    try {
      await sessionToken();
      const [own, beginDraft] = await Promise.all([readOwn(), fetchDialog()]);
      beginDraft(productId, sessionStore.get().session?._id ?? null, own);
      setOpen(true);
    } catch {
      setFailed(true);
    }
    isRequested.current = false;
    setWaiting(false);
  }, [productId, readOwn, fetchDialog]);

  // A shopper who left to log in continues the review.
  const loggedIn = session !== null;
  useEffect(() => {
    if (!loggedIn || !consumeReviewIntent(productId)) return;
    document.getElementById("reviews")?.scrollIntoView();
    void write();
  }, [loggedIn, productId, write]);

  const dialog: ReactNode = open && Dialog && (
    <Dialog product={product} onClose={() => setOpen(false)} onChanged={onChanged} />
  );
  return {
    dialog,
    failed,
    /** The dialog is loading. */
    waiting,
    write: () => void write(),
    /** Preloads the code. */
    preload: () => void fetchDialog().catch(() => {}),
  };
}
