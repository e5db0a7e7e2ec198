import { useState } from "react";
import type { StaffReview } from "../../contract/admin/reviews.ts";
import { call } from "../api/client.ts";
import { Badge } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";

interface CardProps {
  review: StaffReview;
  writtenAt: string;
  onDecided: () => Promise<void>;
}

/** Shows a review with the possible decisions. Keys act on the focused card: `p` publishes, `r` rejects. */
export function ReviewCard({ review, writtenAt, onDecided }: CardProps) {
  const {
    _id: id,
    state,
    note,
    rating,
    title,
    text,
    images,
    videos,
    verifiedBuyer,
    product,
    author,
    changedAt,
  } = review;
  const [isRejecting, setIsRejecting] = useState(false);
  const { run, busy, error } = useAction();
  const publish = async () => {
    if (await run(() => call("publishReview", { params: { id }, body: { changedAt } }))) await onDecided();
  };
  return (
    <article data-row tabIndex={-1} aria-label={`Review of ${product.title} by ${author}`} className="panel p-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span role="img" aria-label={`${rating} of 5 stars`} className="text-terracotta tracking-widest">
          {"★".repeat(rating).padEnd(5, "☆")}
        </span>
        <a href={`/product/${product.slug}`} className="text-link font-semibold">
          {product.title}
        </a>
        {verifiedBuyer && <Badge tone="done">Verified buyer</Badge>}
      </p>
      <h2 className="wrap-anywhere mt-2">{title}</h2>
      {text && <p className="wrap-anywhere mt-1 whitespace-pre-line">{text}</p>}
      {images.length + videos.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2">
          {images.map(({ path, alt }) => (
            <li key={path}>
              <a href={`/media${path}`}>
                <img
                  src={`/media${path}`}
                  alt={alt || "Picture of the review"}
                  loading="lazy"
                  className="size-24 object-cover"
                />
              </a>
            </li>
          ))}
          {videos.map((path, at) => (
            <li key={path}>
              <a href={`/media${path}`} className="text-link">
                Video {at + 1}
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2 text-bark text-small">
        {author}, {writtenAt}
      </p>
      {note && <p className="mt-1 text-small text-terracotta">{note}</p>}
      {isRejecting ? (
        <RejectForm review={review} onDecided={onDecided} onCancel={() => setIsRejecting(false)} />
      ) : (
        <div className="mt-3 flex gap-2 max-md:[&>button]:flex-1">
          {state !== "published" && (
            <Button
              type="button"
              data-key="p"
              className="button-primary"
              disabled={busy}
              onClick={() => void publish()}
            >
              Publish
            </Button>
          )}
          {state !== "rejected" && (
            <button type="button" data-key="r" className="button-quiet" onClick={() => setIsRejecting(true)}>
              Reject
            </button>
          )}
        </div>
      )}
      <Problem error={error} />
    </article>
  );
}

function RejectForm({
  review: { _id: id, changedAt },
  onDecided,
  onCancel,
}: {
  review: StaffReview;
  onDecided: () => Promise<void>;
  onCancel: () => void;
}) {
  const [reason, setReason] = useState("");
  const { run, busy, error } = useAction();
  return (
    <form
      noValidate
      className="mt-3 grid gap-3"
      onSubmit={async (event) => {
        event.preventDefault();
        if (await run(() => call("rejectReview", { params: { id }, body: { changedAt, reason } }))) await onDecided();
      }}
    >
      <Field
        label="Reason, as its author reads it"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        focused
        autoComplete="off"
        error={fieldMessage(error, "reason")}
      />
      <Problem error={error} />
      <div className="flex gap-2">
        <Button type="submit" className="button-danger" disabled={busy}>
          Reject and tell the author
        </Button>
        <button type="button" className="button-quiet" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
