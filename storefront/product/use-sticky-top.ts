import { useEffect, useRef } from "react";

/** Space above and below the column, in pixels. */
const MARGIN = 24;

/** Sets `--sticky-top` on a column: below the header, or, if the column is longer than the window, so that its end is visible. */
export function useStickyTop() {
  const column = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = column.current;
    if (!element) return;
    const place = () => {
      // Scrolling up shows the header.
      const header = document.querySelector("header")?.offsetHeight ?? 0;
      const top = Math.min(header + MARGIN, window.innerHeight - element.offsetHeight - MARGIN);
      element.style.setProperty("--sticky-top", `${top}px`);
    };
    const observer = new ResizeObserver(place);
    observer.observe(element);
    window.addEventListener("resize", place);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", place);
    };
  }, []);
  return column;
}
