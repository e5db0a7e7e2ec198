import { Link, useLoaderData, useRevalidator, useSearchParams } from "react-router";
import { formatDateTime } from "../../contract/dates.ts";
import { REVIEW_STATES, type ReviewState } from "../../contract/reviews/schemas.ts";
import { call } from "../api/client.ts";
import { load } from "../shared/load.ts";
import { Tabs } from "../shared/tabs.tsx";
import { ReviewCard } from "./review-card.tsx";

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => {
    const search = new URL(request.url).searchParams;
    const state = REVIEW_STATES.find((name) => name === search.get("state"));
    const after = search.get("after") ?? undefined;
    return call("listReviewQueue", { query: { state, after } });
  });

const TABS: Readonly<Record<ReviewState, string>> = { held: "To read", published: "Published", rejected: "Rejected" };

export default function ReviewsPage() {
  const { reviews, hasMore } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const { revalidate } = useRevalidator();
  const state = search.get("state") ?? "held";
  const last = reviews.at(-1);
  return (
    <>
      <title>Reviews</title>
      <h1 className="mb-3">Reviews</h1>
      <Tabs
        label="States of reviews"
        tabs={REVIEW_STATES.map((name) => ({
          name: TABS[name],
          to: name === "held" ? "?" : `?state=${name}`,
          isCurrent: name === state,
        }))
          // What waits comes first.
          .sort((a, b) => Number(b.name === TABS.held) - Number(a.name === TABS.held))}
      />
      {reviews.length === 0 && (
        <p role="status" className="panel p-6 text-bark">
          {state === "held"
            ? "No review waits. They are held when they have bad language or a link."
            : "There is none."}
        </p>
      )}
      <ul className="grid gap-3">
        {reviews.map((review) => (
          <li key={`${review._id} ${review.changedAt} ${review.state}`}>
            <ReviewCard review={review} writtenAt={formatDateTime(review.changedAt)} onDecided={revalidate} />
          </li>
        ))}
      </ul>
      <nav aria-label="More reviews" className="mt-3 flex gap-2">
        {search.has("after") && (
          <Link to={state === "held" ? "?" : `?state=${state}`} className="button-quiet">
            First page
          </Link>
        )}
        {hasMore && last && (
          <Link to={`?${new URLSearchParams({ state, after: last._id })}`} className="button-quiet">
            Next page
          </Link>
        )}
      </nav>
    </>
  );
}
