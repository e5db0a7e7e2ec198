import { useEffect } from "react";
import { useNavigate } from "react-router";
import { useStore } from "../shared/store.ts";
import { SEARCH_PATH, searchStore, TYPED } from "../shell/search/search.ts";
import { type Choices, writeChoices } from "./choices.ts";

/** How long typing must pause before the address takes the text, in milliseconds. */
const PAUSE_MS = 250;

/**
 * Takes what is typed into the search box into the address of /products once typing pauses, so that a search can be reloaded, shared
 * and bookmarked. It replaces the history entry and begins with page 1.
 * @returns whether the address is behind the box
 */
export function useTypedSearch(path: string, choices: Choices): boolean {
  const typed = useStore(searchStore).trim();
  const navigate = useNavigate();
  const behind = path === SEARCH_PATH && typed !== choices.search;
  const next = path + writeChoices({ ...choices, search: typed });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address stands for the choices in it
  useEffect(() => {
    if (!behind) return;
    // An emptied box has nothing to wait for.
    const timer = setTimeout(() => navigate(next, { replace: true, state: TYPED }), typed === "" ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [behind, next]);

  return behind;
}
