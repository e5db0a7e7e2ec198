import { parseArgs } from "node:util";
import { REVIEW_STATES, type ReviewState } from "../../contract/reviews.ts";
import { Refusal, StartupProblem } from "../failures.ts";
import { findAnyReview, listAllReviews, publishReview, rejectReview } from "../reviews/moderation.ts";
import { reviewLine, reviewPageLines } from "./review-lines.ts";
import { runCommand, type Shop, say, withShop } from "./run.ts";

/** What staff does with reviews, until there is a back office; see docs/reviews.md. */

const USAGE = {
  list: "list [--state STATE]",
  show: "show REVIEW",
  publish: "publish REVIEW",
  reject: "reject REVIEW --reason TEXT",
} as const;
type Action = keyof typeof USAGE;
/** How many reviews are listed. */
const MOST_LISTED = 50;

interface Wanted {
  state?: string;
  reason?: string;
}

runCommand(async () => {
  const { action, id, options } = readArguments(process.argv.slice(2));
  try {
    await withShop((shop) => act(shop, action, id, options));
  } catch (error) {
    throw error instanceof Refusal ? new StartupProblem(error.message, { cause: error }) : error;
  }
  return 0;
});

/** @throws StartupProblem that says how the command is written */
function readArguments(words: string[]): { action: Action; id: number; options: Wanted } {
  const text = { type: "string" } as const;
  try {
    const { values, positionals } = parseArgs({
      args: words,
      options: { state: text, reason: text },
      allowPositionals: true,
    });
    const [action = "", id = "", ...more] = positionals;
    if (
      !isAction(action) ||
      more.length > 0 ||
      /^\d{1,9}$/.test(id) !== (action !== "list") ||
      (action === "list" && id)
    )
      throw usageProblem(action);
    return { action, id: Number(id), options: values };
  } catch (error) {
    // An option that there is not, or one without its value.
    throw error instanceof StartupProblem ? error : usageProblem(words[0] ?? "");
  }
}

function usageProblem(action: string): StartupProblem {
  return new StartupProblem(
    isAction(action)
      ? `Write it like this: npm run review -- ${USAGE[action]}`
      : `Say what to do: npm run review -- ${Object.values(USAGE).join(" · ")}`,
  );
}

async function act(shop: Shop, action: Action, id: number, options: Wanted): Promise<void> {
  switch (action) {
    case "list":
      return list(shop, options);
    case "show":
      for (const line of reviewPageLines(await findAnyReview(shop.db, id))) say(line);
      return;
    case "publish":
      await publishReview(shop.db, id);
      return say(`Review ${id} is published now.`);
    case "reject": {
      const reason = options.reason?.trim();
      if (!reason) throw usageProblem(action);
      await rejectReview(shop.db, id, reason);
      return say(`Review ${id} is rejected now; its author is told why.`);
    }
  }
}

/** Those that wait for a look, unless another state is asked for. */
async function list({ db }: Shop, { state = "held" }: Wanted): Promise<void> {
  if (!isState(state)) throw new StartupProblem(`There is no state ${state}; there are ${REVIEW_STATES.join(", ")}.`);
  const { reviews, total } = await listAllReviews(db, { state, most: MOST_LISTED });
  for (const review of reviews) say(reviewLine(review));
  if (total === 0) say(`No review is ${state}.`);
  if (total > reviews.length) say(`… and ${(total - reviews.length).toLocaleString("en")} older ones.`);
}

function isAction(word: string): word is Action {
  return Object.hasOwn(USAGE, word);
}

function isState(text: string): text is ReviewState {
  return (REVIEW_STATES as readonly string[]).includes(text);
}
