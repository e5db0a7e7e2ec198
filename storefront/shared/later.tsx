import { type ReactNode, use, useEffect } from "react";
import { ScriptNonce } from "./script-nonce.ts";

/** Content below the fold: on a first visit it is laid out after hydration, when the browser is idle. */
export function Later({ children }: { children: ReactNode }) {
  return <div className="later">{children}</div>;
}

/**
 * A script for the head that marks a page which is entered at its top. Only there may parts have an estimated height: after a reload, a
 * back navigation or with an anchor, the browser scrolls to a position.
 */
export function ArrivingMark() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
  return <script nonce={use(ScriptNonce)} dangerouslySetInnerHTML={{ __html: MARK }} />;
}

const MARK = `if (performance.getEntriesByType("navigation")[0]?.type === "navigate" && !location.hash)
  document.documentElement.dataset.arriving = "";`;

/** Lays out deferred parts one by one, so that none blocks a tap, and then removes the rule. */
export function LaterLayout() {
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (dataset.arriving === undefined) return;
    let left = false;
    const layOut = async () => {
      const parts = document.querySelectorAll<HTMLElement>(".later");
      for (const part of parts) {
        await whenIdle();
        if (left) return;
        part.style.contentVisibility = "visible";
        // Forces the layout of this part now, separately from the next one's.
        part.getBoundingClientRect();
      }
      delete dataset.arriving;
      for (const part of parts) part.style.contentVisibility = "";
    };
    void layOut();
    return () => {
      left = true;
    };
  }, []);

  return null;
}

/** Resolves when the browser is idle, if it can tell. */
export function whenIdle(): Promise<unknown> {
  return "scheduler" in window
    ? window.scheduler.postTask(() => {}, { priority: "background" })
    : new Promise((resolve) => setTimeout(resolve, 50));
}
