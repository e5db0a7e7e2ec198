import { useRef, useState } from "react";
import { type RequestError, toRequestError } from "../../api/request.ts";

interface Handlers<T> {
  onSuccess?: (response: T) => void;
  onError?: (error: RequestError) => void;
}

/**
 * Runs one request at a time; `start` does nothing while one is running. `onError` receives the request's error as a RequestError; an
 * error in `onSuccess` is a bug, and rejects `start`.
 */
export function useRequest() {
  const [running, setRunning] = useState(false);
  /** A second click in the same frame is handled before `running` is rendered. */
  const isRunning = useRef(false);

  async function start<T>(call: () => Promise<T>, { onSuccess, onError }: Handlers<T>): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setRunning(true);
    try {
      let response: T;
      try {
        response = await call();
      } catch (error) {
        const failed = toRequestError(error);
        return onError?.(failed);
      }
      onSuccess?.(response);
    } finally {
      isRunning.current = false;
      setRunning(false);
    }
  }

  return { running, start };
}
