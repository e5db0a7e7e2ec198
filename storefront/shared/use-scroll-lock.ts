import { useEffect } from "react";

/** Prevents scrolling the page under a dialog. Reserves the scrollbar's space, so that nothing moves. */
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
