import { useEffect, useRef } from "react";

interface SendingFilesProps {
  /** The progress or its result; empty for none. */
  words: string;
  /** Null when it cannot be cancelled. */
  onStop: (() => void) | null;
}

/** The upload's progress. Videos take minutes on a phone, so uploads can be cancelled. */
export function SendingFiles({ words, onStop }: SendingFilesProps) {
  const status = useRef<HTMLParagraphElement>(null);
  const stopped = useRef(false);

  // The pressed button is gone.
  useEffect(() => {
    if (onStop || !stopped.current) return;
    stopped.current = false;
    status.current?.focus();
  }, [onStop]);

  return (
    <>
      <p
        ref={status}
        role="status"
        tabIndex={-1}
        className="mt-2 text-bark text-small wrap-anywhere outline-none empty:hidden"
      >
        {words}
      </p>
      {onStop && (
        <button
          type="button"
          className="mt-1 min-h-11 self-center text-leaf text-small text-link"
          onClick={() => {
            stopped.current = true;
            onStop();
          }}
        >
          Cancel upload
        </button>
      )}
    </>
  );
}
