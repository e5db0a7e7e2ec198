import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { KEEPS_SEARCH, searchStore } from "../../state/search.ts";
import { useStore } from "../../state/store.ts";
import { readChoices, readPage, writeChoices } from "./choices.ts";
import { searchInAddress } from "./load-listing.ts";

/** How long typing must pause before the shop is asked, in milliseconds. */
const PAUSE_MS = 250;

/**
 * The search text of this listing, once typing pauses. A text that arrives in the address, from a form sent without JavaScript or a
 * link, moves into the search box, where it lives from then on.
 */
export function useSearch(path: string): { search: string; typing: boolean } {
  const typed = useStore(searchStore);
  const { pathname, search: query } = useLocation();
  const navigate = useNavigate();
  const address = new URLSearchParams(query);
  const arrived = searchInAddress({ pathname, searchParams: address });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the address says counts here
  useEffect(() => {
    if (arrived === "") return;
    searchStore.set(arrived);
    const rest = writeChoices(readChoices(address), readPage(address));
    navigate(pathname + rest, { replace: true, state: { ...KEEPS_SEARCH, keepsPlace: true } });
  }, [arrived]);

  // Of all listings only /products is searched: typing on another leaves it (R4).
  const text = path === "/products" ? arrived || typed : "";
  const paused = usePaused(text);
  return { search: paused, typing: paused !== text };
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), text === "" ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  // Nothing is left to wait for once the box is empty.
  return text === "" ? "" : paused;
}
