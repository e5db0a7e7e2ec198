import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { SEARCH_PATH, searchStore, TYPED_NAVIGATION } from "../shared/search.ts";
import { useStore } from "../shared/store.ts";
import { type Choices, writeChoices } from "./choices.ts";

/** The pause in typing after which the URL follows, in milliseconds. */
const PAUSE_MS = 250;

/**
 * Writes the search box's text to the URL of /products once typing pauses, so that a search can be reloaded, shared and bookmarked.
 * Replaces the history entry and starts at page 1.
 * @returns whether the URL is behind the box; false until the page runs, because the server does not know the box
 */
export function useTypedSearch(path: string, choices: Choices): boolean {
  const typed = useStore(searchStore).trim();
  const navigate = useNavigate();
  const isOutdated = path === SEARCH_PATH && typed !== choices.search;
  const next = path + writeChoices({ ...choices, search: typed });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL contains the choices
  useEffect(() => {
    if (!isOutdated) return;
    // A cleared box applies at once.
    const timer = setTimeout(
      () => navigate(next, { replace: true, state: TYPED_NAVIGATION }),
      typed === "" ? 0 : PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [isOutdated, next]);

  const [isRunning, setRunning] = useState(false);
  useEffect(() => setRunning(true), []);
  return isOutdated && isRunning;
}
