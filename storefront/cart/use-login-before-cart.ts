import { useLocation, useNavigate } from "react-router";
import { loginReasonStore } from "../session/login-reason.ts";
import { sessionToken } from "../session/session.ts";

/**
 * Returns a check before the cart changes: true for a customer. Guests are redirected to /login, which remembers the page.
 * @param resume makes the change after the login
 */
export function useLoginBeforeCart(): (title: string, resume: () => unknown) => Promise<boolean> {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return async (title, resume) => {
    if ((await sessionToken()) !== undefined) return true;
    const from = pathname + search;
    loginReasonStore.set({ kind: "add to cart", from, title, resume });
    // A double click navigates twice: the second must not need a second Back.
    void navigate("/login", { state: { from }, replace: window.location.pathname === "/login" });
    return false;
  };
}
