import { useLoaderData, useRevalidator, useSearchParams } from "react-router";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { REVIEW_STATES, type ReviewState } from "../../contract/reviews/schemas.ts";
import { call } from "../api/client.ts";
import { Empty } from "../shared/empty.tsx";
import { problemIn } from "../shared/filter-problem.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { Pager } from "../shared/resource-list.tsx";
import { Tabs } from "../shared/tabs.tsx";
import { ReviewCard } from "./review-card.tsx";

const query = listQueryOf(adminEndpoints.listReviewQueue.query);

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => {
    const search = new URL(request.url).searchParams;
    return readList(call("listReviewQueue", { query: query.read(search) }), { reviews: [], hasMore: false });
  });

const TABS: Readonly<Record<ReviewState, string>> = { held: "To read", published: "Published", rejected: "Rejected" };

export default function ReviewsPage() {
  const { reviews, hasMore, problem } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const { revalidate } = useRevalidator();
  const state = search.get("state") ?? "held";
  return (
    <>
      <title>Reviews</title>
      <PageHead title="Reviews" />
      <Tabs
        label="States of reviews"
        tabs={REVIEW_STATES.map((name) => ({
          name: TABS[name],
          to: query.changed(search, { state: name === "held" ? undefined : name }),
          isCurrent: name === state,
        }))
          // Held reviews come first.
          .sort((a, b) => Number(b.name === TABS.held) - Number(a.name === TABS.held))}
      />
      {reviews.length === 0 && (
        <Empty next={state === "held" ? { to: "?state=published", name: "Show published reviews" } : undefined}>
          {problemIn(problem) ||
            (state === "held"
              ? "No review waits to be read. One with bad language or a link is held back; all others are published at once."
              : state === "published"
                ? "No review is published yet. Customers write them on the pages of products."
                : "No review has been rejected.")}
        </Empty>
      )}
      <ul className="grid gap-3">
        {reviews.map((review) => (
          <li key={`${review._id} ${review.changedAt} ${review.state}`}>
            <ReviewCard review={review} writtenAt={formatDateTime(review.changedAt)} onDecided={revalidate} />
          </li>
        ))}
      </ul>
      <Pager label="More reviews" hasMore={hasMore} last={reviews.at(-1)?._id} />
    </>
  );
}
