import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { browserApi } from "../../api/api.ts";
import { asCallFailed, type CallFailed } from "../../api/call.ts";
import { hasMore, keepPages, type LoadedPages, lastList, onPagesKept, recallPages } from "./loaded-pages.ts";
import { askFor, type Question } from "./question.ts";

export interface Listing {
  /** What there is to show; nothing while the very first page is on its way. */
  pages: LoadedPages | undefined;
  /** Whether `pages` answer an earlier question and are about to be replaced. */
  outdated: boolean;
  /** Which page could not be loaded, and why. */
  failed: { page: "first" | "more"; why: CallFailed } | undefined;
  /** How many products came last, for those who do not see them come. */
  lastAdded: number;
  loadMore: () => void;
  retry: () => void;
}

/**
 * Asks for a listing's pages: the first one replaces what was there (S4.38), later ones append (S4.39), and an answer that comes
 * after the question has changed counts for nothing.
 */
export function useListing(question: Question, rendered: LoadedPages | null): Listing {
  const { key } = useLocation();
  const kept = useSyncExternalStore(
    onPagesKept,
    () => recallPages(key),
    () => undefined,
  );
  const [shown, setShown] = useState<LoadedPages>();
  const answer = [kept, rendered, shown].find((pages) => pages?.question === question.text) ?? undefined;
  if (answer && answer !== shown) setShown(answer);

  const [trouble, setTrouble] = useState<NonNullable<Listing["failed"]> & { question: string }>();
  const [attempt, setAttempt] = useState(0);
  const [lastAdded, setLastAdded] = useState(0);
  const more = useRef<AbortController>(null);

  useEffect(() => {
    if (answer) keepPages(key, answer);
  }, [key, answer]);

  const missing = answer === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question's text stands for it; an attempt asks once more
  useEffect(() => {
    setLastAdded(0);
    // What had failed before is asked anew, whoever comes back to it.
    setTrouble(undefined);
    if (!missing) return;
    const abort = new AbortController();
    askFor(browserApi, question, question.startPage, abort.signal).then(
      (list) => {
        if (!abort.signal.aborted) keepPages(key, { question: question.text, lists: [list] });
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setTrouble({ question: question.text, page: "first", why: asCallFailed(error) });
      },
    );
    return () => abort.abort();
  }, [key, question.text, missing, attempt]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page under way belongs to one visit and one question
  useEffect(
    () => () => {
      more.current?.abort();
      more.current = null;
    },
    [key, question.text],
  );

  const loadMore = useCallback(() => {
    if (!answer || !hasMore(answer) || more.current) return;
    const abort = new AbortController();
    more.current = abort;
    setTrouble(undefined);
    askFor(browserApi, question, lastList(answer).page + 1, abort.signal)
      .then(
        (list) => {
          if (abort.signal.aborted) return;
          keepPages(key, { ...answer, lists: [...answer.lists, list] });
          setLastAdded(list.data.length);
        },
        (error: unknown) => {
          if (!abort.signal.aborted) setTrouble({ question: question.text, page: "more", why: asCallFailed(error) });
        },
      )
      .finally(() => {
        if (more.current === abort) more.current = null;
      });
  }, [key, answer, question]);

  const failed = trouble?.question === question.text ? trouble : undefined;
  const retry = useCallback(() => {
    setTrouble(undefined);
    if (failed?.page === "more") loadMore();
    else setAttempt((count) => count + 1);
  }, [failed, loadMore]);

  return { pages: answer ?? shown, outdated: missing && shown !== undefined, failed, lastAdded, loadMore, retry };
}
