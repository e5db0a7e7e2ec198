import { SpinnerIcon } from "../../shared/icons.tsx";

interface WriteReviewProps {
  onWrite: () => void;
  /** It may be pressed in a moment. */
  onNear: () => void;
  failed: boolean;
  /** The window is on its way. */
  waiting: boolean;
}

/** Opens the window in which a review is written. */
export function WriteReview({ onWrite, onNear, failed, waiting }: WriteReviewProps) {
  return (
    <div className="[@media(scripting:none)]:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-disabled={waiting}
        className="button-primary relative aria-disabled:opacity-60"
        onClick={onWrite}
        onPointerEnter={onNear}
        onFocus={onNear}
      >
        Write a review
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
