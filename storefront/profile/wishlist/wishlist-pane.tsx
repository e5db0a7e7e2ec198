import { useEffect, useRef } from "react";
import { SubmitButton } from "../../shared/form/submit.tsx";
import { CheckIcon } from "../../shared/icons.tsx";
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
      // What is focused is not hidden by the sticky bar.
      className="[&_:is(a,button)]:scroll-mb-20"
      onSubmit={(event) => {
        event.preventDefault();
        draft.save();
      }}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 ref={heading} tabIndex={-1} className="text-heading outline-none">
          Wishlist
        </h1>
        <div className="dotted text-bark text-small">
          {/* The specification names the grid so. */}
          <h2 className="font-sans leading-[inherit] tracking-normal">All Products</h2>
          {products && products.length > 0 && (
            <p>
              {products.length} {products.length === 1 ? "product" : "products"}
            </p>
          )}
        </div>
      </div>
      <p className="mt-2 mb-6 text-bark text-small">
        {products && products.length > 0 && "Press a heart to remove its product, then Save."}
      </p>
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
            isEmpty={products.length === 0}
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
  isEmpty: boolean;
  onUndo: () => void;
}

/** Shows the draft's changes or the result of Save; sticky at the bottom of the window once there is something to save. */
function SaveBar({ draft, isEmpty, onUndo }: SaveBarProps) {
  const isChanged = draft.removed.size > 0;
  return (
    <div
      className={`bottom-0 z-10 mt-6 flex items-center justify-end gap-4 py-3 ${isChanged ? "sticky border-sand border-t bg-paper" : ""}`}
    >
      <div className="mr-auto min-w-0 text-small">
        <p role="status" className="flex items-center gap-2 text-bark">
          {draft.saved && <CheckIcon width="20" height="20" className="shrink-0 text-leaf" />}
          {statusText(draft)}
        </p>
        <p role="alert" className="text-terracotta">
          {draft.problem}
        </p>
      </div>
      {isChanged && !draft.saving && (
        <button type="button" onClick={onUndo} className="min-h-11 px-2 text-leaf text-small text-link">
          Undo
        </button>
      )}
      <SubmitButton running={draft.saving} disabled={isEmpty} isIdle={!isChanged} className="min-w-32 shrink-0">
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
