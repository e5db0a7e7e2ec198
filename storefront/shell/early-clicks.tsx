import { use, useEffect } from "react";
import { ScriptNonce } from "../shared/script-nonce.ts";

declare global {
  interface Window {
    /** Set by the script in the head until hydration. */
    replayEarlyClicks?: () => void;
  }
}

/**
 * A script for the head: records clicks on buttons and form submits until hydration, and marks the button as busy. Links, and forms with an
 * action, work without JavaScript and are not recorded. Several clicks count once: a toggle would undo itself.
 */
export function EarlyClicksScript() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
  return <script nonce={use(ScriptNonce)} dangerouslySetInnerHTML={{ __html: EARLY_PRESSES }} />;
}

const EARLY_PRESSES = `{
  const presses = new Map();
  const keep = (event, element, press) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    presses.set(element, press);
    element.setAttribute("aria-busy", "true");
  };
  const onClick = (event) => {
    const button = event.target.closest("button");
    if (!button || button.disabled || (button.type === "submit" && button.form)) return;
    keep(event, button, () => button.click());
  };
  const onSubmit = (event) => {
    const { target: form, submitter } = event;
    if (form.hasAttribute("action") || form.getAttribute("method") === "post") return;
    keep(event, submitter ?? form, () => form.requestSubmit(submitter));
  };
  document.addEventListener("click", onClick, true);
  document.addEventListener("submit", onSubmit, true);
  window.replayEarlyClicks = () => {
    document.removeEventListener("click", onClick, true);
    document.removeEventListener("submit", onSubmit, true);
    delete window.replayEarlyClicks;
    for (const [element, press] of presses) {
      element.removeAttribute("aria-busy");
      // One after the other, so that each sees what the one before has done.
      setTimeout(() => element.isConnected && press());
    }
  };
}`;

/** Replays the recorded clicks. Rendered last, so that every button is hydrated before. */
export function EarlyClicks() {
  useEffect(() => window.replayEarlyClicks?.(), []);
  return null;
}
