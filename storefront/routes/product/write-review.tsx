import { type ComponentType, useRef, useState } from "react";
import type { Product } from "../../../contract/catalogue.ts";

interface ReviewDialogProps {
  product: Product;
  onClose: () => void;
}

/** Opens the window in which a review is written (S2.153). Its code comes when it is asked for. */
export function WriteReview({ product }: { product: Product }) {
  const [Dialog, setDialog] = useState<ComponentType<ReviewDialogProps> | null>(null);
  const [open, setOpen] = useState(false);
  const [failed, setFailed] = useState(false);
  const wanted = useRef(false);

  const fetchDialog = async () => {
    const { ReviewDialog } = await import("./review-dialog.tsx");
    setDialog(() => ReviewDialog);
  };
  const write = async () => {
    if (wanted.current) return;
    wanted.current = true;
    setFailed(false);
    await fetchDialog().then(
      () => setOpen(true),
      () => setFailed(true),
    );
    wanted.current = false;
  };
  const early = () => void fetchDialog().catch(() => {});

  return (
    <div className="[@media(scripting:none)]:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        className="button-primary"
        onClick={write}
        onPointerEnter={early}
        onFocus={early}
      >
        Write a review
      </button>
      {failed && (
        <p role="alert" className="mt-2 text-small text-terracotta">
          The form could not be loaded. Please try again.
        </p>
      )}
      {open && Dialog && <Dialog product={product} onClose={() => setOpen(false)} />}
    </div>
  );
}
