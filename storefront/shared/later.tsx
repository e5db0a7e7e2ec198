import { type ReactNode, use, useEffect } from "react";
import { ScriptNonce } from "./script-nonce.ts";

/** Content below the fold: on a first visit it is laid out after hydration, when the browser is idle. */
export function Later({ children }: { children: ReactNode }) {
  return <div className="later">{children}</div>;
}

/**
 * For the head. Only a page that is entered at its top may have parts without their true height: after a reload, on the way back or at an
 * anchor the browser looks for a place in it.
 */
export function ArrivingMark() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
  return <script nonce={use(ScriptNonce)} dangerouslySetInnerHTML={{ __html: MARK }} />;
}

const MARK = `if (performance.getEntriesByType("navigation")[0]?.type === "navigate" && !location.hash)
  document.documentElement.dataset.arriving = "";`;

/** Lays out what came later, one part after the other, so that nothing of it holds up a tap. From then on the page is like any other. */
export function LaterLayout() {
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (dataset.arriving === undefined) return;
    let left = false;
    const layOut = async () => {
      const parts = document.querySelectorAll<HTMLElement>(".later");
      for (const part of parts) {
        await leisure();
        if (left) return;
        part.style.contentVisibility = "visible";
        // Now, and not together with the next.
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

/** A moment when the browser has nothing else to do, where it can tell. */
function leisure(): Promise<unknown> {
  return "scheduler" in window
    ? window.scheduler.postTask(() => {}, { priority: "background" })
    : new Promise((resolve) => setTimeout(resolve, 50));
}
