import { useEffect } from "react";

/** Keeps the page where it is while something lies over it. Where its scrollbar was stays room, so that nothing moves. */
export function useScrollLock(locked: boolean): void {
  useEffect(() => {
    if (!locked) return;
    const { style } = document.documentElement;
    const { overflow, paddingRight } = style;
    const scrollbar = window.innerWidth - document.documentElement.clientWidth;
    style.overflow = "hidden";
    style.paddingRight = `${scrollbar}px`;
    return () => {
      style.overflow = overflow;
      style.paddingRight = paddingRight;
    };
  }, [locked]);
}
