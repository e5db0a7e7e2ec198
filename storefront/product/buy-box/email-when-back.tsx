import { useLocation, useNavigate } from "react-router";
import type { Product, Variant } from "../../../contract/catalogue/schemas.ts";
import { loginReasonStore } from "../../session/login-reason.ts";
import { sessionStore, sessionToken } from "../../session/session.ts";
import { CheckIcon } from "../../shared/icons.tsx";
import { useStore } from "../../shared/store.ts";
import { showError } from "../../shared/toasts/toasts.tsx";
import { pendingWishlist, wishlistStore } from "../../wishlist/wishlist.ts";

/** Saves the product to the wishlist, whose customers are emailed when it is back. A guest logs in for it. */
export function EmailWhenBack({ product: { _id, title, variants }, size }: { product: Product; size: Variant }) {
  const isSaved = useStore(wishlistStore).has(_id);
  const { session } = useStore(sessionStore);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  const save = async () => {
    const saved = pendingWishlist.toggle([_id], true, variants.length > 1 ? size._id : undefined);
    if ((await sessionToken()) === undefined) {
      const from = pathname + search;
      loginReasonStore.set({ kind: "back in stock", from, title });
      void navigate("/login", { state: { from } });
      return;
    }
    const [failed] = await saved;
    if (failed) void showError(`${title} couldn’t be added to your wishlist.`, failed);
  };
  return isSaved && session ? (
    <p role="status" className="mt-3 flex min-h-12 items-center gap-2 text-leaf">
      <CheckIcon width="20" height="20" className="shrink-0" />
      It’s on your wishlist: we’ll email you when it’s back.
    </p>
  ) : (
    <button type="button" className="button-primary mt-3 min-h-12 w-full noscript:hidden" onClick={save}>
      Email me when it’s back
    </button>
  );
}
