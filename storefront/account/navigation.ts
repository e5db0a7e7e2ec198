import { useCallback } from "react";
import { type NavigateOptions, useLocation, useNavigate } from "react-router";
import { sessionStore } from "../session/session.ts";
import { useStore } from "../shared/store.ts";
import { useIsMounted } from "../shared/use-is-mounted.ts";

/** Navigation state with the page to return to after log-in or sign-up. */
export interface OriginState {
  from?: string;
}

/** The remembered page, a path of this shop; home by default. */
export function originOf(state: unknown): string {
  const from = (state as OriginState | null)?.from;
  return typeof from === "string" && /^\/(?![/\\])/.test(from) ? from : "/";
}

/** The same as state for the next page on the way to the log-in. */
export function originStateOf(state: unknown): OriginState {
  const from = originOf(state);
  return from === "/" ? {} : { from };
}

/**
 * The previous page's navigation state. It survives a reload in the browser's history, which the server does not see: `known` is false
 * until hydration.
 */
export function useNavigationState(): { known: boolean; state: Record<string, unknown> } {
  const { known } = useStore(sessionStore);
  const { state } = useLocation();
  return { known, state: known ? (state ?? {}) : {} };
}

/** A text of the state; empty if missing. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Returns a function that navigates, unless the shopper has already left this page. */
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

/** Restores Sign Up's input after Back from the code. */
export const SIGN_UP_DRAFT = "sign up";
