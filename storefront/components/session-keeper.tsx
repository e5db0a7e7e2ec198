import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { CallFailed } from "../api/call.ts";
import { followSession, onRefusal, sessionStore } from "../state/session.ts";
import { useStore } from "../state/store.ts";
import { useShop } from "./shop-context.ts";
import { prepareToasts, showFailure } from "./toasts.tsx";

/**
 * Brings the session into the page once it is alive, with it the cart, and leads to the log-in when the server refuses it (S4.11). It
 * stands before the screens, so that it is there when they begin.
 */
export function SessionKeeper() {
  const { sessionSecret } = useShop();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const token = useStore(sessionStore).session?.token;
  const here = useRef("");
  here.current = pathname + search;

  useEffect(() => followSession(sessionSecret), [sessionSecret]);
  useEffect(
    () =>
      onRefusal(() => {
        if (here.current !== "/login") void navigate("/login", { state: { from: here.current } });
      }),
    [navigate],
  );
  useEffect(() => (token === undefined ? undefined : followCartOfCustomer()), [token]);
  return null;
}

/** The cart of whoever is logged in (S4.29). A guest has none, and loads nothing of this. Gives back how to stop. */
function followCartOfCustomer(): () => void {
  let stop = () => {};
  let over = false;
  const tellFailure = (failed: CallFailed) => void showFailure("Your cart could not be loaded.", failed);
  import("../state/cart-sync.ts").then(
    ({ followCart }) => {
      if (!over) stop = followCart(tellFailure);
      prepareToasts();
    },
    () => tellFailure(new CallFailed(0)),
  );
  return () => {
    over = true;
    stop();
  };
}
