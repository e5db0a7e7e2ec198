import { useEffect, useState } from "react";
import { api } from "../api/api.ts";
import type { Query } from "../api/client.ts";
import { productCount } from "../shared/numbers.ts";
import { type Choices, queryOfChoices, writeChoices } from "./choices.ts";

/** The pause in milliseconds after which a choice is counted. */
const PAUSE_MS = 300;

interface FoundCount {
  scopeQuery: Query;
  choices: Choices;
  /** The choices that the listing shows, and their count, which need no request. */
  shown: Choices;
  listedCount: string;
}

/** Returns how many products the choices would list, for example "14 products"; empty until it is known, or if it cannot be read. */
export function useFoundCount({ scopeQuery, choices, shown, listedCount }: FoundCount): string {
  const key = writeChoices(choices);
  const isShown = key === writeChoices(shown);
  const [found, setFound] = useState<{ key: string; text: string }>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: compares the choices by their text
  useEffect(() => {
    if (isShown) return;
    const abort = new AbortController();
    const query = { ...queryOfChoices(choices), ...scopeQuery, page: 1, perPage: 1 };
    const pause = setTimeout(() => {
      api.listProducts({ query, signal: abort.signal }).then(
        ({ totalData, totalRelation }) => setFound({ key, text: productCount(totalData, { relation: totalRelation }) }),
        () => {
          // Optional in the panel.
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(pause);
      abort.abort();
    };
  }, [key]);

  if (isShown) return listedCount;
  return found?.key === key ? found.text : "";
}
