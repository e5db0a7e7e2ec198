import { formatDateTime } from "../../../contract/dates.ts";
import { OperatorError } from "../../base/errors.ts";
import { countJobs, type JobForStaff, listJobs, retryJobs } from "../../platform/jobs/staff-jobs.ts";
import { type Command, defineAction } from "./declare.ts";
import { ROW_ID } from "./row-id.ts";

/** Maximum number of jobs listed. */
const MAX_LISTED = 50;

/** Lists and retries background jobs; see docs/operate.md. */
const command: Command = {
  name: "jobs",
  summary: "shows background jobs, and retries those that failed",
  actions: [
    defineAction({
      verb: "list",
      summary: `counts jobs by task, and lists up to ${MAX_LISTED} that failed, run or will be retried`,
      async run({ db, print }) {
        const counts = await countJobs(db);
        for (const { taskIdentifier, state, jobs } of counts)
          print(`${taskIdentifier.padEnd(14)}  ${state.padEnd(8)}  ${jobs}`);
        if (counts.length === 0) print("There is no job.");
        for (const job of await listJobs(db, MAX_LISTED)) for (const line of jobLines(job)) print(line);
      },
    }),
    defineAction({
      verb: "retry",
      arguments: ["NUMBER"],
      summary: "runs a job again that failed or will be retried, or all such jobs with the word all",
      writes: true,
      async run({ db, print }, { arguments: [number] }) {
        const one = number !== "all";
        if (one && !ROW_ID.test(number)) throw cannotRetry(number);
        const retried = await retryJobs(db, one ? [Number(number)] : null, new Date());
        if (one && retried === 0) throw cannotRetry(number);
        print(retried === 1 ? "1 job will be retried." : `${retried} jobs will be retried.`);
      },
    }),
  ],
};
export default command;

function jobLines({ id, taskIdentifier, payload, state, runAt, attempts, lastError }: JobForStaff): string[] {
  const when = state === "retrying" ? `, again at ${formatDateTime(runAt)}` : "";
  return [
    `${String(id).padStart(6)}  ${state.padEnd(8)}  ${taskIdentifier} ${JSON.stringify(payload)}, attempt ${attempts}${when}`,
    ...(lastError ? [`        ${lastError}`] : []),
  ];
}

const cannotRetry = (number: string) => new OperatorError(`There is no job ${number} that can be retried.`);
