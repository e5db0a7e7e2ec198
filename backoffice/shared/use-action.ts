import { useEffect, useRef, useState } from "react";
import { RequestError } from "../api/client.ts";
import { focusInvalid } from "./focus-place.ts";
import { useStepUp } from "./step-up.tsx";

/**
 * Runs requests of a button or form, one at a time, and holds the error to show; the first field that it names gets the focus. If a
 * request needs a recent second factor, it asks for one and repeats the request.
 */
export function useAction() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<RequestError | null>(null);
  const stepUp = useStepUp();
  const pressed = useRef<Element>(null);
  useEffect(() => {
    if (error && error.errors.length > 0) focusInvalid(pressed.current);
  }, [error]);

  /** @returns whether it succeeded */
  async function run(work: () => Promise<unknown>): Promise<boolean> {
    if (busy) return false;
    pressed.current = document.activeElement;
    setBusy(true);
    setError(null);
    try {
      await stepUp(work);
      return true;
    } catch (failure) {
      if (!(failure instanceof RequestError)) throw failure;
      setError(failure);
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { run, busy, error, clear: () => setError(null) };
}

/** Returns the message for one field of a form, if the error names it. */
export const fieldMessage = (error: RequestError | null, field: string) =>
  error?.errors.find((entry) => entry.field === field)?.message;
