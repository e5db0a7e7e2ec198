import { useRef, useState } from "react";
import { type RequestFailed, toRequestFailed } from "../../api/request.ts";

interface Handlers<T> {
  onSuccess?: (result: T) => void;
  onError?: (error: RequestFailed) => void;
}

/**
 * Runs one request at a time, with a flag while it runs; a second start meanwhile does nothing. `onError` gets any error as a
 * RequestFailed.
 */
export function useRequest() {
  const [running, setRunning] = useState(false);
  const busy = useRef(false);

  async function start<T>(call: () => Promise<T>, { onSuccess, onError }: Handlers<T>): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    setRunning(true);
    try {
      const result = await call();
      onSuccess?.(result);
    } catch (error) {
      const failed = toRequestFailed(error);
      onError?.(failed);
    } finally {
      busy.current = false;
      setRunning(false);
    }
  }

  return { running, start };
}
