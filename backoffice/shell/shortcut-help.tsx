import { useState } from "react";
import { Dialog } from "../shared/dialog.tsx";
import type { pagesFor } from "./pages.ts";
import { areSingleKeysOn, setSingleKeys } from "./shortcuts.ts";

/** Lists the keyboard shortcuts, with a switch for single keys. */
export default function ShortcutHelp({ pages, onClose }: { pages: ReturnType<typeof pagesFor>; onClose: () => void }) {
  const [isOn, setIsOn] = useState(areSingleKeysOn);
  const single: [keys: string, does: string][] = [
    ["/", "Go to the search of the page"],
    ["j", "Next in the list"],
    ["k", "Previous in the list"],
    ["x", "Select it"],
    ["e", "Edit it"],
    ["p", "Publish a review"],
    ["r", "Reject a review"],
    ...pages.map(({ key, name }): [string, string] => [`g ${key}`, name]),
    ["?", "Show these keys"],
  ];
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <label className="mb-4 flex items-center gap-2">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => {
            setSingleKeys(event.target.checked);
            setIsOn(event.target.checked);
          }}
        />
        Use single-key shortcuts
      </label>
      <dl className="mb-4 grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5">
        <Row keys="⌘ K" does="Search everything; on other systems Ctrl K" />
        {isOn && single.map(([keys, does]) => <Row key={keys} keys={keys} does={does} />)}
      </dl>
      <div className="flex justify-end">
        <button type="button" className="button-quiet" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

function Row({ keys, does }: { keys: string; does: string }) {
  return (
    <>
      <dt>
        {keys.split(" ").map((key, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the keys of a sequence may repeat
          <kbd key={at} className="badge mr-1 font-sans">
            {key}
          </kbd>
        ))}
      </dt>
      <dd>{does}</dd>
    </>
  );
}
