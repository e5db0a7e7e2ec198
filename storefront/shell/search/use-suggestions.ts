import { useEffect, useState } from "react";
import type { ProductList } from "../../../contract/catalogue/schemas.ts";
import { api } from "../../api/api.ts";
import { type RequestError, toRequestError } from "../../api/request.ts";

/** Number of suggested products. */
const SUGGESTIONS = 6;
/** The pause in typing after which a request is sent. */
const DEBOUNCE_MS = 200;

type Result = { text: string } & ({ results: ProductList } | { error: RequestError });

export interface Suggestions {
  /** The last response; while a request is pending, that of an earlier text. */
  results: ProductList | undefined;
  error: RequestError | undefined;
  pending: boolean;
  retry: () => void;
}

/** Searches while typing. @param text trimmed; an empty one sends no request */
export function useSuggestions(text: string): Suggestions {
  const [result, setResult] = useState<Result>();
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry requests again
  useEffect(() => {
    if (text === "") return setResult(undefined);
    const abort = new AbortController();
    const timer = setTimeout(() => {
      api.listProducts({ query: { search: text, page: 1, perPage: SUGGESTIONS }, signal: abort.signal }).then(
        (results) => {
          if (!abort.signal.aborted) setResult({ text, results });
        },
        (error: unknown) => {
          if (!abort.signal.aborted) setResult({ text, error: toRequestError(error) });
        },
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, attempt]);

  const isCurrent = result?.text === text;
  return {
    results: result && "results" in result ? result.results : undefined,
    error: isCurrent && "error" in result ? result.error : undefined,
    pending: text !== "" && !isCurrent,
    retry: () => {
      setResult(undefined);
      setAttempt((count) => count + 1);
    },
  };
}
