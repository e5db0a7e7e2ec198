import { useEffect, useState } from "react";
import type { ProductList } from "../../../contract/catalogue/schemas.ts";
import { api } from "../../api/api.ts";
import { type RequestFailed, toRequestFailed } from "../../api/request.ts";

/** Products that the search sheet shows before the whole list. */
const SUGGESTIONS = 6;
/** How long typing must pause before the shop is asked, in milliseconds. */
const PAUSE_MS = 200;

type Result = { text: string } & ({ list: ProductList } | { error: RequestFailed });

export interface Suggestions {
  /** The last list that came; while the next one is pending, that of an earlier text. */
  list: ProductList | undefined;
  error: RequestFailed | undefined;
  pending: boolean;
  retry: () => void;
}

/** Searches while one types. @param text trimmed; an empty one asks nothing */
export function useSuggestions(text: string): Suggestions {
  const [result, setResult] = useState<Result>();
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (text === "") return setResult(undefined);
    const abort = new AbortController();
    const timer = setTimeout(() => {
      api.listProducts({ query: { search: text, page: 1, perPage: SUGGESTIONS }, signal: abort.signal }).then(
        (list) => {
          if (!abort.signal.aborted) setResult({ text, list });
        },
        (error: unknown) => {
          if (!abort.signal.aborted) setResult({ text, error: toRequestFailed(error) });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, attempt]);

  const current = result?.text === text;
  return {
    list: result && "list" in result ? result.list : undefined,
    error: current && "error" in result ? result.error : undefined,
    pending: text !== "" && !current,
    retry: () => {
      setResult(undefined);
      setAttempt((count) => count + 1);
    },
  };
}
