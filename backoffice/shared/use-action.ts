import { useState } from "react";
import { RequestError } from "../api/client.ts";
import { useStepUp } from "./step-up.tsx";

/**
 * Runs a request of a button or form: one at a time, with its error to show. If it needs the second factor again, asks for it and tries once more.
 */
export function useAction() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<RequestError | null>(null);
  const stepUp = useStepUp();

  /** @returns whether it succeeded */
  async function run(work: () => Promise<unknown>): Promise<boolean> {
    if (busy) return false;
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

/** The message for one field of a form, if the error names it. */
export const fieldMessage = (error: RequestError | null, field: string) =>
  error?.errors.find((entry) => entry.field === field)?.message;
