import { use } from "react";
import { Link } from "react-router";
import { focusPage } from "../shared/focus.ts";
import { CloseIcon } from "../shared/icons.tsx";
import { ScriptNonce } from "../shared/script-nonce.ts";

const ID = "announcement";
/** The text that was dismissed, in this browser. */
const KEY = "dismissed-announcement";

/**
 * The line at the top, as high as the header's negative `top`: it scrolls away. On a phone a finger can hit its button. Its items are separated by a dot; a phone shows the first. Once
 * dismissed it stays away until its text changes.
 */
export function Announcement({ text, link }: { text: string; link: string }) {
  const [first, ...rest] = text.split(" · ");
  const shown = (
    <>
      {first}
      {rest.length > 0 && <span className="max-sm:sr-only"> · {rest.join(" · ")}</span>}
    </>
  );
  return (
    <div
      id={ID}
      data-text={text}
      className="relative bg-leaf text-tiny leading-tight text-white [[data-announcement=dismissed]_&]:hidden"
    >
      <p className="flex min-h-11 items-center sm:min-h-7 justify-center px-11 text-center">
        {link === "" ? (
          <span>{shown}</span>
        ) : (
          <Link to={link} className="underline underline-offset-2">
            {shown}
          </Link>
        )}
      </p>
      <button
        type="button"
        aria-label="Dismiss the announcement"
        className="absolute inset-y-0 right-0 grid w-11 place-items-center outline-offset-[-3px] hover:bg-leaf-deep focus-visible:outline-paper noscript:hidden"
        onClick={() => dismiss(text)}
      >
        <CloseIcon width="16" height="16" />
      </button>
      {/* Before the first paint, so that the page does not move. */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant */}
      <script nonce={use(ScriptNonce)} dangerouslySetInnerHTML={{ __html: HIDE_DISMISSED }} />
    </div>
  );
}

const HIDE_DISMISSED = `try {
  if (localStorage.getItem("${KEY}") === document.getElementById("${ID}").dataset.text)
    document.documentElement.dataset.announcement = "dismissed";
} catch {}`;

function dismiss(text: string): void {
  document.documentElement.dataset.announcement = "dismissed";
  // The button that had the focus is gone.
  focusPage();
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // The browser forbids storage: it stays dismissed on this page only.
  }
}
