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
