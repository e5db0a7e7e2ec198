import { useEffect, useRef } from "react";

/** Room above and below the column, in pixels. */
const ROOM = 24;

/**
 * Where a sticky column stops, as `--sticky-top` on it: below the header, or, when it is longer than the window, with its end in sight.
 */
export function useStickyTop() {
  const column = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = column.current;
    if (!element) return;
    const place = () => {
      // The header comes back with the first move up.
      const header = document.querySelector("header")?.offsetHeight ?? 0;
      const top = Math.min(header + ROOM, window.innerHeight - element.offsetHeight - ROOM);
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
