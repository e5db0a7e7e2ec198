import { useEffect, useState } from "react";
import { useRequest } from "../../shared/form/use-request.ts";
import { useStore } from "../../shared/store.ts";
import { pendingWishlist } from "../../wishlist/wishlist.ts";
import { wishlistPaneStore, wishlistSync } from "../../wishlist/wishlist-sync.ts";

/** The wishlist, synchronised while it is shown, with the removals that are not saved yet. */
export function useWishlistDraft() {
  useEffect(() => wishlistSync.watch(), []);
  const { products, sizes, failed } = useStore(wishlistPaneStore);
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set());
  const [saved, setSaved] = useState(false);
  const [problem, setProblem] = useState("");
  const { running, start } = useRequest();
  // A product removed elsewhere is no longer a change of this draft.
  const removed = new Set(products?.map(({ _id }) => _id).filter((id) => unsaved.has(id)));

  const toggle = (productId: string) => {
    setSaved(false);
    setProblem("");
    setUnsaved((before) => {
      const after = new Set(before);
      if (!after.delete(productId)) after.add(productId);
      return after;
    });
  };

  const undo = () => {
    setProblem("");
    setUnsaved(new Set());
  };

  const save = () => {
    setProblem("");
    const sent = removed;
    void start(
      async () => {
        const [error] = await pendingWishlist.toggle([...sent], false);
        if (error) throw error;
      },
      {
        onSuccess: () => {
          // A removal meanwhile is not saved yet.
          setUnsaved((before) => new Set([...before].filter((id) => !sent.has(id))));
          setSaved(true);
        },
        onError: (error) => setProblem(`We couldn’t save your wishlist. ${error.message}`),
      },
    );
  };

  return {
    products,
    sizes,
    failed,
    removed,
    toggle,
    undo,
    save,
    saving: running,
    saved: saved && removed.size === 0,
    problem,
  };
}
export type WishlistDraft = ReturnType<typeof useWishlistDraft>;
