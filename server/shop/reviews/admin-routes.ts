import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import type { StaffReview } from "../../../contract/admin/reviews.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { originOf } from "../../platform/http/origin.ts";
import type { ContextDeps } from "../../platform/http/request-context.ts";
import { findAnyReview, listReviewQueue, publishReview, type ReviewForStaff, rejectReview } from "./moderation.ts";

const PAGE_SIZE = 20;

export function reviewAdminRoutes(
  admin: FastifyInstance,
  { db, readSender }: Pick<ContextDeps, "db" | "readSender">,
): void {
  handleAdmin(admin, adminEndpoints.listReviewQueue, async ({ query: { state, after } }) => {
    const page = { state, after: after === undefined ? undefined : Number(after), max: PAGE_SIZE + 1 };
    const found = await listReviewQueue(db, page);
    return {
      data: {
        reviews: found.slice(0, PAGE_SIZE).map(toStaffReview),
        hasMore: found.length > PAGE_SIZE,
      },
    };
  });
  handleAdmin(admin, adminEndpoints.readReview, async ({ params }) => ({
    data: toStaffReview(await findAnyReview(db, Number(params.id))),
  }));
  handleAdmin(admin, adminEndpoints.publishReview, async ({ staff, params, body, request }) => {
    const decision = { actor: staff, sender: await readSender(originOf(request)), changedAt: new Date(body.changedAt) };
    await publishReview(db, Number(params.id), decision);
    return { data: {} };
  });
  handleAdmin(admin, adminEndpoints.rejectReview, async ({ staff, params, body, request }) => {
    const decision = { actor: staff, sender: await readSender(originOf(request)), changedAt: new Date(body.changedAt) };
    await rejectReview(db, Number(params.id), { ...decision, reason: body.reason });
    return { data: {} };
  });
}

const toStaffReview = ({
  id,
  productTitle,
  productSlug,
  authorName,
  authorEmail: _,
  createdAt: __,
  changedAt,
  ...review
}: ReviewForStaff): StaffReview => ({
  ...review,
  _id: String(id),
  changedAt: changedAt.toISOString(),
  product: { title: productTitle, slug: productSlug },
  author: authorName,
});
