import { useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Product, Variant } from "../../../contract/catalogue/schemas.ts";
import { loginReasonStore } from "../../session/login-reason.ts";
import { sessionStore, sessionToken } from "../../session/session.ts";
import { announce } from "../../shared/announcer.tsx";
import { focusPart } from "../../shared/focus.ts";
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

  const sentence = useRef<HTMLParagraphElement>(null);
  const save = async () => {
    const saved = pendingWishlist.toggle([_id], true, variants.length > 1 ? size._id : undefined);
    if ((await sessionToken()) === undefined) {
      const from = pathname + search;
      const resume = () => announce(`It’s on your wishlist: we’ll email you when ${title} is back.`);
      loginReasonStore.set({ kind: "back in stock", from, title, resume });
      void navigate("/login", { state: { from } });
      return;
    }
    const [failed] = await saved;
    if (failed) void showError(`${title} couldn’t be added to your wishlist.`, failed);
    // It stands in the button's place.
    else focusPart(sentence.current);
  };
  return isSaved && session ? (
    <p ref={sentence} className="mt-3 flex min-h-12 items-center gap-2 text-leaf">
      <CheckIcon width="20" height="20" className="shrink-0" />
      It’s on your wishlist: we’ll email you when it’s back.
    </p>
  ) : (
    <button type="button" className="button-primary mt-3 min-h-12 w-full noscript:hidden" onClick={save}>
      Email me when it’s back
    </button>
  );
}
