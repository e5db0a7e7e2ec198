interface WriteReviewProps {
  onWrite: () => void;
  /** It may be pressed in a moment. */
  onNear: () => void;
  failed: boolean;
}

/** Opens the window in which a review is written (S2.153). */
export function WriteReview({ onWrite, onNear, failed }: WriteReviewProps) {
  return (
    <div className="[@media(scripting:none)]:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        className="button-primary"
        onClick={onWrite}
        onPointerEnter={onNear}
        onFocus={onNear}
      >
        Write a review
      </button>
      {failed && (
        <p role="alert" className="mt-2 text-small text-terracotta">
          The form could not be loaded. Please try again.
        </p>
      )}
    </div>
  );
}
