import type { OwnReview } from "../../../contract/reviews/schemas.ts";
import { ClockIcon, EyeOffIcon } from "../../shared/icons.tsx";

interface OwnReviewNoteProps {
  own: OwnReview;
  /** Whether the dialog is loading. */
  waiting: boolean;
  onEdit: () => void;
}

/** Tells the author that the review is held or rejected, with a button to change it. */
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
        className="standalone-link text-leaf text-small aria-disabled:opacity-60"
      >
        {waiting ? "Opening the form…" : "Edit your review"}
      </button>
    </div>
  );
}
