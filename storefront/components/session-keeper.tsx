import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { followSession, onRefusal } from "../state/session.ts";
import { useShop } from "./shop-context.ts";

/**
 * Brings the session into the page once it is alive, and leads to the log-in when the server refuses it (S4.11). It stands before the
 * screens, so that it is there when they begin.
 */
export function SessionKeeper() {
  const { sessionSecret } = useShop();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
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
  return null;
}
