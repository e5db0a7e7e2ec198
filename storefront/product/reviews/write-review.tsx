import { SpinnerIcon } from "../../shared/icons.tsx";

interface WriteReviewProps {
  onWrite: () => void;
  /** Called before a likely press, to preload. */
  onNear: () => void;
  failed: boolean;
  /** Whether the dialog is loading. */
  waiting: boolean;
}

export function WriteReview({ onWrite, onNear, failed, waiting }: WriteReviewProps) {
  return (
    <div className="noscript:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-disabled={waiting}
        className="button-quiet relative aria-disabled:opacity-60"
        onClick={onWrite}
        onPointerEnter={onNear}
        onFocus={onNear}
      >
        {waiting ? "Opening the form…" : "Write a review"}
        {waiting && <SpinnerIcon width="16" height="16" className="absolute right-1.5 animate-spin" />}
      </button>
      {failed && (
        <p role="alert" className="mt-2 text-small text-terracotta">
          We couldn’t load the form. Please try again.
        </p>
      )}
    </div>
  );
}
