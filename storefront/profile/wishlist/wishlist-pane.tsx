import { useEffect, useRef } from "react";
import { SubmitButton } from "../../shared/form/submit.tsx";
import { CheckIcon } from "../../shared/icons.tsx";
import { productCount } from "../../shared/numbers.ts";
import { EmptyWishlist } from "../../wishlist/empty-wishlist.tsx";
import { wishlistSync } from "../../wishlist/wishlist-sync.ts";
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
      onSubmit={(event) => {
        event.preventDefault();
        draft.save();
      }}
    >
      <h1 ref={heading} tabIndex={-1} className="text-heading outline-none">
        Wishlist
      </h1>
      <div className="mt-5 mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        {/* The specification names the grid so. */}
        <h2 className="text-title">All Products</h2>
        <p className="text-bark text-small">
          {products && products.length > 0 && productCount(products.length, { relation: "eq" })}
        </p>
      </div>
      {failed && <PaneError failed={failed} what="your wishlist" onRetry={() => wishlistSync.retry()} />}
      {products && (
        <>
          {products.length > 0 ? (
            <WishlistGrid products={products} draft={draft} />
          ) : (
            <EmptyWishlist className="border-sand border-t" />
          )}
          <SaveBar
            draft={draft}
            count={products.length}
            onUndo={() => {
              draft.undo();
              // The pressed button disappears.
              heading.current?.focus({ preventScroll: true });
            }}
          />
        </>
      )}
      {!products && !failed && <WishlistSkeleton />}
    </form>
  );
}

interface SaveBarProps {
  draft: WishlistDraft;
  /** How many products the wishlist has. */
  count: number;
  onUndo: () => void;
}

/** Shows the draft's changes or the result of Save; sticky at the bottom of the window once there is something to save. */
function SaveBar({ draft, count, onUndo }: SaveBarProps) {
  const isChanged = draft.removed.size > 0;
  return (
    <div
      data-bottom-bar={isChanged ? "" : undefined}
      className={`bottom-0 z-10 mt-6 flex items-center justify-end gap-4 py-3 ${isChanged ? "sticky border-sand border-t bg-paper" : ""}`}
    >
      <div className="mr-auto min-w-0 text-small">
        <p role="status" className="flex items-center gap-2 text-bark">
          {draft.saved && <CheckIcon width="20" height="20" className="shrink-0 text-leaf" />}
          {statusText(draft)}
        </p>
        {!isChanged && !draft.saved && count > 0 && (
          <p className="text-bark">To remove a product, press its heart, then Save.</p>
        )}
        <p role="alert" className="text-terracotta">
          {draft.problem}
        </p>
      </div>
      {isChanged && !draft.saving && (
        <button type="button" onClick={onUndo} className="min-h-11 px-2 text-leaf text-small text-link">
          Undo
        </button>
      )}
      <SubmitButton
        running={draft.saving}
        disabled={count === 0}
        isIdle={!isChanged}
        className="min-w-[min(8rem,100%)] shrink-0"
      >
        Save
      </SubmitButton>
    </div>
  );
}

function statusText({ saved, removed, problem }: WishlistDraft): string {
  if (saved) return "Your wishlist has been saved.";
  if (problem || removed.size === 0) return "";
  return `${removed.size} to remove`;
}
