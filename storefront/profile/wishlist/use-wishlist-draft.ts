import { useEffect, useState } from "react";
import { useRequest } from "../../shared/form/use-request.ts";
import { useStore } from "../../shared/store.ts";
import { toggleWishlist } from "../../wishlist/wishlist.ts";
import { watchWishlist, wishlistPaneStore } from "../../wishlist/wishlist-sync.ts";

/** The wishlist, kept true while it is shown, with the hearts that were emptied here and are not stored yet. */
export function useWishlistDraft() {
  useEffect(watchWishlist, []);
  const { products, failed } = useStore(wishlistPaneStore);
  const [emptied, setEmptied] = useState<ReadonlySet<string>>(new Set());
  const [saved, setSaved] = useState(false);
  const [problem, setProblem] = useState("");
  const { running, start } = useRequest();
  // What left the wishlist elsewhere meanwhile is no change of this pane any more.
  const takenOff = new Set(products?.map(({ _id }) => _id).filter((id) => emptied.has(id)));

  const toggle = (productId: string) => {
    setSaved(false);
    setProblem("");
    setEmptied((before) => {
      const after = new Set(before);
      if (!after.delete(productId)) after.add(productId);
      return after;
    });
  };

  const save = () => {
    setProblem("");
    const sent = takenOff;
    void start(
      async () => {
        const [errorResponse] = await toggleWishlist([...sent], false);
        if (errorResponse) throw errorResponse;
      },
      {
        onSuccess: () => {
          // A heart that was touched meanwhile waits for the next time.
          setEmptied((before) => new Set([...before].filter((id) => !sent.has(id))));
          setSaved(true);
        },
        onError: (errorResponse) => setProblem(`We couldn’t save your wishlist. ${errorResponse.message}`),
      },
    );
  };

  return { products, failed, takenOff, toggle, save, saving: running, saved: saved && takenOff.size === 0, problem };
}
export type WishlistDraft = ReturnType<typeof useWishlistDraft>;
