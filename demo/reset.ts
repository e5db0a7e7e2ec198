import { OperatorError } from "../server/base/errors.ts";
import { CONFIRM_OPTIONS, confirmDeletion } from "../server/operations/commands/confirm.ts";
import type { CommandContext } from "../server/operations/commands/context.ts";
import { type Command, defineAction } from "../server/operations/commands/declare.ts";
import { ALL_TABLES, truncate } from "../server/operations/setup/clear-demo.ts";
import { publishChange } from "../server/platform/database/change-events.ts";
import { BASE_TOPICS } from "../server/platform/database/database.ts";
import { emptySandboxTables } from "../server/platform/database/sandbox-tables.ts";
import { deleteJobs } from "../server/platform/jobs/add-job.ts";
import { recordMilestone, requireDemo } from "../server/platform/live/database-state.ts";
import { createMediaLibrary } from "../server/platform/media/media-library.ts";
import { seedDemo } from "./seed.ts";

/** Empties a demo shop and fills it again. */
const command: Command = {
  name: "demo:reset",
  summary: "deletes everything in a demo shop and fills it with the demo again",
  actions: [
    defineAction({
      options: CONFIRM_OPTIONS,
      summary: "deletes orders, customers, products, settings and pictures, once the shop's name is typed",
      writes: true,
      async run(context, { options }) {
        if (!context.settings.DEMO)
          throw new OperatorError("This empties the shop, so it only runs where the setting DEMO is true.");
        await requireDemo(context.db);
        await confirmDeletion(
          context,
          "All its orders, customers, products, settings and pictures will be deleted.",
          options["yes-delete"],
        );
        await reset(context);
      },
    }),
  ],
};
export default command;

async function reset({ db, settings, print }: CommandContext): Promise<void> {
  await db.transaction(async (trx) => {
    await truncate(trx, ALL_TABLES, "cascade");
    await deleteJobs(trx);
    await emptySandboxTables(trx);
    await recordMilestone(trx, "sandbox");
  });
  await createMediaLibrary(settings).removeFolder();
  await seedDemo(db, settings);
  // Truncating fires no change event; this invalidates the pages of running instances.
  publishChange(db, ...BASE_TOPICS);
  print("Emptied the database and filled it with the demo shop.");
}
