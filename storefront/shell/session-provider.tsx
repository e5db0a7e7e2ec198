import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { RequestError } from "../api/request.ts";
import { loginReasonStore } from "../session/login-reason.ts";
import { followSession, onUnauthorized, sessionStore } from "../session/session.ts";
import { useShop } from "../shared/shop-context.ts";
import { useStore } from "../shared/store.ts";
import { prepareToasts, showError } from "../shared/toasts/toasts.tsx";
import { followGuestWishlist } from "../wishlist/guest-wishlist-storage.ts";
import { pendingWishlist } from "../wishlist/wishlist.ts";

/**
 * Reads the session after hydration, starts cart and wishlist, and redirects to the login when the server rejects the session. Mounts
 * before the pages, which need the session.
 */
export function SessionProvider() {
  const { sessionSecret } = useShop();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { isLoaded, session } = useStore(sessionStore);
  const token = session?.token;
  const here = useRef("");
  here.current = pathname + search;

  useEffect(() => followSession(sessionSecret), [sessionSecret]);
  useEffect(
    () =>
      onUnauthorized(() => {
        loginReasonStore.set({ kind: "session ended", from: here.current });
        if (here.current !== "/login") void navigate("/login", { state: { from: here.current } });
      }),
    [navigate],
  );
  useEffect(() => (token === undefined ? undefined : followCartOfCustomer()), [token]);
  useEffect(() => {
    if (!isLoaded) return;
    return token === undefined ? followGuestWishlist() : followWishlistOfCustomer();
  }, [isLoaded, token]);
  return null;
}

/** Syncs the customer's cart. Guests have none and do not load its code. Returns a function that stops it. */
function followCartOfCustomer(): () => void {
  const notifyError = (failed: RequestError) => void showError("We couldn’t load your cart.", failed);
  return followOnceLoaded(
    async () => {
      const { cartSync } = await import("../cart/cart-sync.ts");
      prepareToasts();
      return () => cartSync.follow(notifyError);
    },
    () => {
      notifyError(new RequestError(0));
      return () => {};
    },
  );
}

/** Syncs the customer's wishlist. Returns a function that stops it. */
function followWishlistOfCustomer(): () => void {
  return followOnceLoaded(
    async () => {
      const { wishlistSync } = await import("../wishlist/wishlist-sync.ts");
      return () => wishlistSync.follow((what, failed) => void showError(what, failed));
    },
    () => {
      void showError("We couldn’t load your wishlist.", new RequestError(0));
      // Without the code no product can be saved, and each attempt shows the error.
      return pendingWishlist.storeBy(() => pendingWishlist.settleAll(new RequestError(0)));
    },
  );
}

/**
 * Starts code that is loaded for customers only. Returns a function that stops it, even before it is loaded.
 * @param load returns the function to start
 * @param otherwise runs instead if the code could not be loaded
 */
function followOnceLoaded(load: () => Promise<() => () => void>, otherwise: () => () => void): () => void {
  let stop = () => {};
  let over = false;
  load()
    .catch(() => otherwise)
    .then((follow) => {
      if (!over) stop = follow();
    });
  return () => {
    over = true;
    stop();
  };
}
