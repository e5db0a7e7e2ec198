import { COMMAND_ACTOR } from "../../platform/audit/record-audit.ts";
import { createMediaLibrary } from "../../platform/media/media-library.ts";
import { importCategories } from "../../shop/catalogue/import/category-file.ts";
import { type Command, defineAction } from "./declare.ts";
import { reportImport, requireReadableFile } from "./import-report.ts";

/** Imports categories from a CSV file; see docs/catalogue-csv.md. */
const command: Command = {
  name: "categories:import",
  summary: "stores the categories of a CSV file",
  actions: [
    defineAction({
      arguments: ["FILE"],
      summary: "adds the categories of FILE and changes existing ones; if one is wrong, changes nothing",
      writes: true,
      async run(context, { arguments: [path] }) {
        const file = context.path(path);
        await requireReadableFile(context, file);
        const { db, settings } = context;
        const result = await importCategories(db, { file, media: createMediaLibrary(settings), actor: COMMAND_ACTOR });
        return reportImport(context, file, result, ["category", "categories"]);
      },
    }),
  ],
};
export default command;
