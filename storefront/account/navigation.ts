import { useCallback } from "react";
import { type NavigateOptions, useLocation, useNavigate } from "react-router";
import { useStore } from "../shared/store.ts";
import { useIsMounted } from "../shared/use-is-mounted.ts";
import { sessionStore } from "./session.ts";

/** State of a navigation to the log-in: where the shopper was, or wanted to go. It travels on through sign-up. */
export interface OriginState {
  from?: string;
}

/** The remembered origin, an address of this shop; home when there is none. */
export function originOf(state: unknown): string {
  const from = (state as OriginState | null)?.from;
  return typeof from === "string" && /^\/(?![/\\])/.test(from) ? from : "/";
}

/** The same, to be handed on to the next screen on the way to the log-in. */
export function originStateOf(state: unknown): OriginState {
  const from = originOf(state);
  return from === "/" ? {} : { from };
}

/**
 * What the screen before has handed on. It outlives a reload in the browser's history, of which the server knows nothing: `known` is
 * false until the page is alive.
 */
export function useNavigationState(): { known: boolean; state: Record<string, unknown> } {
  const { known } = useStore(sessionStore);
  const { state } = useLocation();
  return { known, state: known ? (state ?? {}) : {} };
}

/** A text of the state; empty where it is missing. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Navigates to the next page, unless the shopper has left this one before the response came. */
export function useGoOn() {
  const navigate = useNavigate();
  const isHere = useIsMounted();
  return useCallback(
    async (to: string, options: NavigateOptions) => {
      if (isHere.current) await navigate(to, options);
    },
    [navigate, isHere],
  );
}

/** By which Sign Up finds again what was typed, after Back from the code. */
export const SIGN_UP_DRAFT = "sign up";
