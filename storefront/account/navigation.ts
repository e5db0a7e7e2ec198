import { useCallback } from "react";
import { type NavigateOptions, useLocation, useNavigate } from "react-router";
import { sessionStore } from "../session/session.ts";
import { useStore } from "../shared/store.ts";
import { useIsMounted } from "../shared/use-is-mounted.ts";

/** Navigation state with the page to return to after login or sign-up. */
export interface ReturnState {
  from?: string;
}

/** Returns the page to return to, a path of this shop; home by default. */
export function returnPathOf(state: unknown): string {
  const from = (state as ReturnState | null)?.from;
  return typeof from === "string" && /^\/(?![/\\])/.test(from) ? from : "/";
}

/** Passes the page to return to on to the next page of the login. */
export function returnStateOf(state: unknown): ReturnState {
  const from = returnPathOf(state);
  return from === "/" ? {} : { from };
}

/**
 * The state that the previous page passed to `navigate`. The browser's history retains it over a reload, but the server does not see it, so
 * it is loaded after hydration.
 */
export function useNavigationState(): { isLoaded: boolean; state: Record<string, unknown> } {
  const { isLoaded } = useStore(sessionStore);
  const { state } = useLocation();
  return { isLoaded, state: isLoaded ? (state ?? {}) : {} };
}

/** Returns a string of the navigation state; empty if missing. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Returns `navigate`, which does nothing once the shopper has left this page. */
export function useNavigateIfMounted() {
  const navigate = useNavigate();
  const isHere = useIsMounted();
  return useCallback(
    async (to: string, options: NavigateOptions) => {
      if (isHere.current) await navigate(to, options);
    },
    [navigate, isHere],
  );
}

/** The key of Sign Up's draft, which restores the input after Back from the code page. */
export const SIGN_UP_DRAFT = "sign up";
