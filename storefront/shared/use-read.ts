import { useCallback, useEffect, useState } from "react";
import { type RequestError, toRequestError } from "../api/request.ts";

/**
 * Reads something when it is shown, and again when `read` changes.
 * @param read made with useCallback
 */
export function useRead<T>(read: () => Promise<T>) {
  const [value, setValue] = useState<T | null>(null);
  const [failed, setFailed] = useState<RequestError | null>(null);
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry reads again
  useEffect(() => {
    let over = false;
    setValue(null);
    setFailed(null);
    read().then(
      (result) => over || setValue(result),
      (error: unknown) => over || setFailed(toRequestError(error)),
    );
    return () => {
      over = true;
    };
  }, [read, tries]);

  return { value, failed, setValue, retry: useCallback(() => setTries((before) => before + 1), []) };
}
