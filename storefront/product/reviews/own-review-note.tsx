import type { OwnReview } from "../../../contract/reviews/schemas.ts";
import { ClockIcon, EyeOffIcon } from "../../shared/icons.tsx";

interface OwnReviewNoteProps {
  own: OwnReview;
  /** The window was asked for and is on its way. */
  waiting: boolean;
  onEdit: () => void;
}

/** What its author is told of a review: that it does not show yet, or not at all, and the way to change it. */
export function OwnReviewNote({ own, waiting, onEdit }: OwnReviewNoteProps) {
  const { state, note } = own;
  const Icon = state === "held" ? ClockIcon : EyeOffIcon;
  return (
    <div className="mt-3">
      {state !== "published" && (
        <p className="flex items-start gap-2.5 border-brass border-l-2 bg-linen px-4 py-3 text-small wrap-anywhere">
          <Icon width="20" height="20" className="mt-px shrink-0 text-bark" />
          <span>
            <strong className="font-semibold">
              {state === "held" ? "Only you can see this review for now." : "This review hasn’t been published."}
            </strong>{" "}
            {note}
          </span>
        </p>
      )}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-disabled={waiting}
        onClick={onEdit}
        className="inline-flex min-h-11 items-center text-leaf text-small text-link aria-disabled:opacity-60"
      >
        Edit your review
      </button>
    </div>
  );
}
