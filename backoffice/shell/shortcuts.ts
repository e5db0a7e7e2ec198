/**
 * Keyboard shortcuts. Lists mark the elements for `j` and `k` by `data-row`; a button or link with `data-key` is clicked by that key, in
 * the focused row or, outside of rows, on the page.
 */

import { useLayoutEffect, useRef } from "react";
import { useNavigate } from "react-router";
import type { pagesFor } from "./pages.ts";

const STORED = "single-keys";
/** The time within which the second key must follow `g`. */
const SEQUENCE_MS = 1500;

/** What was chosen on this page, for a browser that does not store it. */
let chosen: string | null = null;

/** Whether single keys act. Speech input and slips of the hand may need them off (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  try {
    return (chosen ?? localStorage.getItem(STORED)) !== "off";
  } catch {
    return true;
  }
}

export function setSingleKeys(isOn: boolean): void {
  const choice = isOn ? "on" : "off";
  try {
    localStorage.setItem(STORED, choice);
    chosen = null;
  } catch {
    chosen = choice;
  }
}

/** What is open above the page. */
export type Overlay = "palette" | "help";

export function useShortcuts(pages: ReturnType<typeof pagesFor>, open: (overlay: Overlay) => void): void {
  const navigate = useNavigate();
  const sequenceAt = useRef(Number.NEGATIVE_INFINITY);
  // Before the page is painted: a key may be pressed as soon as it is seen.
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if ((event.metaKey || event.ctrlKey) && !event.altKey && event.key.toLowerCase() === "k") {
        event.preventDefault();
        open("palette");
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey || !areSingleKeysOn() || isTyping(event.target)) return;
      if (document.querySelector("dialog[open]")) return;
      if (press(event.key)) event.preventDefault();
    }

    /** @returns whether the key acted */
    function press(key: string): boolean {
      const follows = performance.now() - sequenceAt.current < SEQUENCE_MS;
      sequenceAt.current = Number.NEGATIVE_INFINITY;
      if (follows) {
        const page = pages.find((one) => one.key === key);
        if (page) void navigate(page.to);
        return page !== undefined;
      }
      if (key === "g") sequenceAt.current = performance.now();
      else if (key === "?") open("help");
      else if (key === "/") return focusSearch();
      else if (key === "j" || key === "k") return moveRow(key === "j" ? 1 : -1);
      else if (key === "x") return click("input[type=checkbox]");
      else return /^[a-z]$/.test(key) && click(`[data-key="${key}"]`);
      return true;
    }

    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [pages, navigate, open]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input:not([type=checkbox]), textarea, select");
}

function focusSearch(): boolean {
  const search = document.querySelector<HTMLElement>("main input[type=search]");
  search?.focus();
  return search !== null;
}

function moveRow(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>("main [data-row]")];
  const at = rows.findIndex((row) => rowOf(row)?.contains(document.activeElement));
  const next = rows[at < 0 ? (step === 1 ? 0 : rows.length - 1) : at + step];
  next?.focus();
  return rows.length > 0;
}

const rowOf = (element: Element) => element.closest("tr, li");

/** Clicks the first such element of the focused row; on a page without rows, of the page. */
function click(selector: string): boolean {
  const focused = document.activeElement;
  const row = focused?.closest("main [data-row], main tr, main li");
  const scope =
    (row && rowOf(row)) || (document.querySelector("main [data-row]") ? null : document.querySelector("main"));
  const found = scope?.querySelector<HTMLElement>(selector);
  found?.click();
  return Boolean(found);
}
