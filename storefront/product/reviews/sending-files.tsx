import { useEffect, useRef } from "react";

interface SendingFilesProps {
  /** What is being sent, or what came of it; empty when there is nothing to say. */
  words: string;
  /** While it can be called off. */
  onStop: (() => void) | null;
}

/** How far the files of a review have come. Films take minutes on a phone's line, so sending them can be called off. */
export function SendingFiles({ words, onStop }: SendingFilesProps) {
  const status = useRef<HTMLParagraphElement>(null);
  const stopped = useRef(false);

  // The button that was pressed is gone then.
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
