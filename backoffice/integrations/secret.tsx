import { useState } from "react";
import { Dialog } from "../shared/dialog.tsx";

/** Shows a secret once. */
export function Secret({ title, secret, onClose }: { title: string; secret: string; onClose: () => void }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  // Without https there is no clipboard, and a browser may refuse it.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <p>Copy it now: it is shown only once.</p>
      <p className="my-3 rounded-sm border border-sand bg-paper p-3">
        <code className="wrap-anywhere select-all">{secret}</code>
      </p>
      <p role="status" className="mb-3 text-bark empty:hidden">
        {copied === true && "Copied."}
        {copied === false && "The browser doesn’t let us copy it. Please select it above, and copy it by hand."}
      </p>
      <div className="flex justify-end gap-2">
        <button type="button" className="button-quiet" onClick={() => void copy()}>
          Copy
        </button>
        <button type="button" className="button-primary" onClick={onClose}>
          I have it
        </button>
      </div>
    </Dialog>
  );
}
