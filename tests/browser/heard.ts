/** What a screen reader would say of a page, in order. */

import { expect, type Page } from "@playwright/test";

interface Ear {
  /** Expects these lines in this order after those of the last call, with others between them; a text is a line's beginning. */
  expects(...lines: (string | RegExp)[]): Promise<void>;
  /** Expects that none of the lines so far contains this. */
  expectsNo(words: string | RegExp): Promise<void>;
  /** All lines of the document so far. */
  lines(): Promise<string[]>;
}

/**
 * Records each change of the title as `title: …`, what gets the focus by role, name and description as `button: Proceed (Total ₹749)`, a
 * focus that is gone as `focus lost`, and what live regions say as `polite: …` and `alert: …`. Silent are, as with some screen readers, a
 * status that appears together with its text, and everything outside of an open modal dialog. Call it before the page is opened.
 */
export async function listen(page: Page): Promise<Ear> {
  await page.addInitScript(record);
  let from = 0;
  const lines = () => page.evaluate(() => window.heard ?? []);
  const isLine = (line: string, wanted: string | RegExp) =>
    typeof wanted === "string" ? line.startsWith(wanted) : wanted.test(line);
  return {
    lines,
    async expects(...wanted) {
      let end = from;
      await expect
        .poll(async () => {
          const said = await lines();
          end = from;
          for (const one of wanted) {
            const at = said.findIndex((line, index) => index >= end && isLine(line, one));
            if (at < 0) return { missing: String(one), said: said.slice(from) };
            end = at + 1;
          }
          return null;
        })
        .toBeNull();
      from = end;
    },
    async expectsNo(words) {
      expect(
        (await lines()).filter((line) => (typeof words === "string" ? line.includes(words) : words.test(line))),
      ).toEqual([]);
    },
  };
}

declare global {
  interface Window {
    heard?: string[];
  }
  interface Element {
    /** By Chromium's flag in chromium.ts. */
    readonly computedRole: string;
    readonly computedName: string;
  }
}

/** Runs in the page. */
function record(): void {
  if (window.top !== window) return;
  const heard: string[] = [];
  window.heard = heard;
  const REGIONS = "[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]";
  const known = new WeakSet<Element>();
  const lastTexts = new WeakMap<Element, string>();
  let title = "";
  let focused: Element | null = null;

  const textOf = (node: Node): string => {
    const copy = node.cloneNode(true);
    if (copy instanceof Element) for (const hidden of copy.querySelectorAll("[aria-hidden=true]")) hidden.remove();
    return (copy.textContent ?? "").replace(/\s+/g, " ").trim();
  };
  const byIds = (ids: string | null) =>
    (ids ?? "")
      .split(" ")
      .map((id) => document.getElementById(id))
      .flatMap((element) => (element ? [textOf(element)] : []))
      .filter((text) => text !== "")
      .join(" ");
  const isMuted = (region: Element) => {
    if (region.closest("[aria-hidden=true], [inert], [aria-live=off]") || !region.checkVisibility()) return true;
    const modal = document.querySelector("dialog:modal");
    return modal !== null && !modal.contains(region);
  };

  const noteTitle = () => {
    if (document.title === title) return;
    title = document.title;
    heard.push(`title: ${title}`);
  };
  document.addEventListener("focusin", ({ target }) => {
    noteTitle();
    if (!(target instanceof Element) || target === focused) return;
    const group = target.closest("fieldset, [role=group], dialog");
    if (group && group !== target && !(focused?.isConnected && group.contains(focused))) {
      const description = byIds(group.getAttribute("aria-describedby"));
      heard.push(`${group.computedRole}: ${group.computedName}${description && ` (${description})`}`);
    }
    focused = target;
    const at = heard.push("") - 1;
    const words = () => {
      const description = byIds(target.getAttribute("aria-describedby"));
      const isInvalid = target.getAttribute("aria-invalid") === "true";
      return `${target.computedRole}: ${target.computedName}${isInvalid ? ", invalid" : ""}${description && ` (${description})`}`;
    };
    heard[at] = words();
    // A screen reader reads it as it is once the page has rendered.
    requestAnimationFrame(() => {
      if (target.isConnected) heard[at] = words();
    });
  });

  const noteLostFocus = () => {
    if (focused === null || document.activeElement !== document.body) return;
    focused = null;
    heard.push("focus lost");
  };
  document.addEventListener("focusout", () => requestAnimationFrame(noteLostFocus));

  const say = (region: Element, isBorn: boolean, added: string) => {
    const isAlert = region.matches("[role=alert], [aria-live=assertive]");
    const isAtomic = region.matches("[role=status], [role=alert]");
    const text = isAtomic ? textOf(region) : added;
    const isNew = !isAtomic || lastTexts.get(region) !== text || added !== "";
    lastTexts.set(region, textOf(region));
    if (text === "" || !isNew || isMuted(region) || (isBorn && !isAlert)) return;
    heard.push(`${isAlert ? "alert" : "polite"}: ${text}`);
  };
  new MutationObserver((changes) => {
    const added = new Map<Element, string>();
    for (const { target, type, addedNodes } of changes) {
      const within = (target instanceof Element ? target : target.parentElement)?.closest(REGIONS);
      if (!within || type === "attributes") continue;
      const texts = type === "characterData" ? [textOf(target)] : [...addedNodes].map(textOf);
      added.set(within, [added.get(within) ?? "", ...texts].filter((text) => text !== "").join(" "));
    }
    for (const region of document.querySelectorAll(REGIONS)) {
      const isBorn = !known.has(region);
      known.add(region);
      if (document.readyState === "loading") continue;
      if (isBorn) say(region, true, textOf(region));
      else if (added.has(region)) say(region, false, added.get(region) ?? "");
    }
    noteTitle();
    requestAnimationFrame(noteLostFocus);
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ["disabled", "hidden", "inert"],
  });
}
