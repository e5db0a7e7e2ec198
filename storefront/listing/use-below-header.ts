import { type RefObject, useLayoutEffect } from "react";

/**
 * Sets `--header-edge` on an element to the lower edge of the header, which hides when scrolling down and returns when scrolling up: sticky
 * elements below it must follow.
 */
export function useBelowHeader(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const header = document.querySelector("body > header");
    if (!header) return;
    let frame = 0;
    const measure = () => {
      const edge = Math.max(0, Math.round(header.getBoundingClientRect().bottom));
      element.current?.style.setProperty("--header-edge", `${edge}px`);
    };
    const follow = () => {
      measure();
      frame = requestAnimationFrame(follow);
    };
    const start = (event: Event) => {
      if (event.target !== header) return;
      cancelAnimationFrame(frame);
      follow();
    };
    const stop = (event: Event) => {
      if (event.target !== header) return;
      cancelAnimationFrame(frame);
      measure();
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(header);
    header.addEventListener("transitionrun", start);
    header.addEventListener("transitionend", stop);
    header.addEventListener("transitioncancel", stop);
    return () => {
      cancelAnimationFrame(frame);
      resized.disconnect();
      header.removeEventListener("transitionrun", start);
      header.removeEventListener("transitionend", stop);
      header.removeEventListener("transitioncancel", stop);
    };
  }, [element]);
}
