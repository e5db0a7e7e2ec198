import { MARK } from "../contract/brand-mark.ts";

/** Draws the shop's mark in the text's colour; hidden from screen readers. */
export const markSvg = (className: string) =>
  `<svg class="${className}" viewBox="0 0 ${MARK.size} ${MARK.size}" width="36" height="36" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${MARK.path}"/></svg>`;
