import { REVIEW_STATES, type ReviewState } from "../../../contract/reviews/schemas.ts";
import { OperatorError } from "../../base/errors.ts";
import { COMMAND_ACTOR } from "../../platform/audit/record-audit.ts";
import { readMailSender } from "../../selling/settings/mail-sender.ts";
import { findAnyReview, listAllReviews, publishReview, rejectReview } from "../../shop/reviews/moderation.ts";
import { type Command, defineAction } from "./declare.ts";
import { reviewLine, reviewPageLines } from "./review-lines.ts";

/** Maximum number of reviews listed. */
const MAX_LISTED = 50;

/** Moderates reviews; see docs/reviews.md. */
const command: Command = {
  name: "review",
  summary: "shows, publishes and rejects reviews",
  actions: [
    defineAction({
      verb: "list",
      options: { state: { value: "STATE", summary: `lists reviews in this state: ${REVIEW_STATES.join(", ")}` } },
      summary: `lists the newest ${MAX_LISTED} that wait for a look`,
      async run({ db, print }, { options: { state = "held" } }) {
        if (!isState(state))
          throw new OperatorError(`There is no state ${state}; there are ${REVIEW_STATES.join(", ")}.`);
        const { reviews, total } = await listAllReviews(db, { state, max: MAX_LISTED });
        for (const review of reviews) print(reviewLine(review));
        if (total === 0) print(`No review is ${state}.`);
        if (total > reviews.length) print(`… and ${(total - reviews.length).toLocaleString("en")} older.`);
      },
    }),
    defineAction({
      verb: "show",
      arguments: ["REVIEW"],
      summary: "prints one review with its pictures and videos",
      async run({ db, print }, { arguments: [review] }) {
        for (const line of reviewPageLines(await findAnyReview(db, idOf(review)))) print(line);
      },
    }),
    defineAction({
      verb: "publish",
      arguments: ["REVIEW"],
      summary: "shows the review in the shop",
      writes: true,
      async run({ db, environment, print }, { arguments: [review] }) {
        await publishReview(db, idOf(review), {
          actor: COMMAND_ACTOR,
          sender: await readMailSender(db, environment, ""),
        });
        print(`Review ${review} is published now.`);
      },
    }),
    defineAction({
      verb: "reject",
      arguments: ["REVIEW"],
      options: { reason: { value: "TEXT", required: true, summary: "why, as its author reads it" } },
      summary: "hides the review from everybody but its author",
      writes: true,
      async run({ db, environment, print }, { arguments: [review], options }) {
        const reason = options.reason.trim();
        if (!reason) throw new OperatorError("Give a reason; the review's author reads it.");
        const sender = await readMailSender(db, environment, "");
        await rejectReview(db, idOf(review), { actor: COMMAND_ACTOR, sender, reason });
        print(`Review ${review} is rejected; its author gets an email with the reason.`);
      },
    }),
  ],
};
export default command;

/** @throws OperatorError */
function idOf(review: string): number {
  if (!/^\d{1,9}$/.test(review)) throw new OperatorError(`${review} is no number of a review; review list shows them.`);
  return Number(review);
}

function isState(text: string): text is ReviewState {
  return (REVIEW_STATES as readonly string[]).includes(text);
}
