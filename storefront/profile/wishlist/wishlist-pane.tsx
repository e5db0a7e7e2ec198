import { useEffect, useRef } from "react";
import { SubmitButton } from "../../shared/form/submit.tsx";
import { CheckIcon } from "../../shared/icons.tsx";
import { wishlistSync } from "../../wishlist/wishlist-sync.ts";
import { EmptyPane } from "../empty-pane.tsx";
import { PaneError } from "../pane-error.tsx";
import { useWishlistDraft, type WishlistDraft } from "./use-wishlist-draft.ts";
import { WishlistGrid, WishlistSkeleton } from "./wishlist-grid.tsx";

/** The customer's wishlist. Removals are a draft that Save stores. */
export function WishlistPane() {
  const draft = useWishlistDraft();
  const { products, failed } = draft;
  const heading = useRef<HTMLHeadingElement>(null);
  const isEmptied = draft.saved && products?.length === 0;
  // The removed cards had the focus.
  useEffect(() => {
    if (isEmptied) heading.current?.focus({ preventScroll: true });
  }, [isEmptied]);

  return (
    <form
      // What is focused is not hidden by the sticky bar.
      className="[&_:is(a,button)]:scroll-mb-20"
      onSubmit={(event) => {
        event.preventDefault();
        draft.save();
      }}
    >
      <h1 ref={heading} tabIndex={-1} className="mb-5 text-heading outline-none lg:mb-7">
        Wishlist
      </h1>
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 border-sand border-t pt-4">
        {/* The specification names the grid so. */}
        <h2 className="text-title">All Products</h2>
        {products && products.length > 0 && (
          <p className="text-bark">
            {products.length} {products.length === 1 ? "product" : "products"}
          </p>
        )}
      </div>
      {failed && <PaneError failed={failed} what="your wishlist" onRetry={() => wishlistSync.retry()} />}
      {products && (
        <>
          {products.length > 0 ? (
            <WishlistGrid products={products} draft={draft} />
          ) : (
            <EmptyPane>Your wishlist is empty. Use the heart on any product to save it here.</EmptyPane>
          )}
          <SaveBar draft={draft} isEmpty={products.length === 0} />
        </>
      )}
      {!products && !failed && <WishlistSkeleton />}
    </form>
  );
}

/** Shows the draft's changes or the result of Save; sticky at the bottom of the window, on a phone once there is something to save. */
function SaveBar({ draft, isEmpty }: { draft: WishlistDraft; isEmpty: boolean }) {
  return (
    <div
      className={`bottom-0 z-10 mt-6 flex items-center justify-between gap-5 sm:justify-end border-sand border-t bg-paper py-3 ${draft.removed.size > 0 ? "sticky" : "md:sticky"}`}
    >
      <div className="min-w-0 text-small">
        <p role="status" className="flex items-center gap-2 text-bark">
          {draft.saved && <CheckIcon width="20" height="20" className="shrink-0 text-leaf" />}
          {statusText(draft)}
        </p>
        <p role="alert" className="text-terracotta">
          {draft.problem}
        </p>
      </div>
      <SubmitButton
        running={draft.saving}
        disabled={isEmpty}
        className={`min-w-32 shrink-0 ${draft.removed.size > 0 ? "" : "bg-transparent! text-leaf! inset-ring inset-ring-leaf"}`}
      >
        Save
      </SubmitButton>
    </div>
  );
}

function statusText({ products, saved, removed, problem }: WishlistDraft): string {
  if (products?.length === 0 && !saved) return "";
  if (saved) return "Your wishlist has been saved.";
  if (problem) return "";
  if (removed.size === 0) return "Press a heart to remove its product, then Save.";
  return `${removed.size} ${removed.size === 1 ? "product" : "products"} will be removed when you save.`;
}
