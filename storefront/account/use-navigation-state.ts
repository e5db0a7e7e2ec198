import { useLocation } from "react-router";
import { useStore } from "../shared/store.ts";
import { sessionStore } from "./session.ts";

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
