import { useEffect, useState } from "react";
import { RequestError } from "../api/client.ts";

/** After the last key, before the server is asked. */
const PAUSE_MS = 150;

/** Searches while a text is typed; `found` is null until the results are there. @param find requests them from the server */
export function useSearch<T>(find: (q: string) => Promise<readonly T[]>) {
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<readonly T[] | null>(null);
  const [problem, setProblem] = useState("");
  const q = typed.trim();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `find` is new with each render, and asks the same
  useEffect(() => {
    setFound(null);
    setProblem("");
    if (q === "") return;
    let isLatest = true;
    const timer = setTimeout(async () => {
      try {
        const results = await find(q);
        if (isLatest) setFound(results);
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        if (isLatest) setProblem(error.message);
      }
    }, PAUSE_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [q]);
  return { typed, setTyped, found, problem };
}
