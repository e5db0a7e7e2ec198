import { importCategories } from "../catalogue/category-file.ts";
import { createMediaLibrary } from "../media/media-library.ts";
import { type Command, defineAction } from "./declare.ts";
import { reportImport, requireReadableFile } from "./import-report.ts";

/** Imports categories from a CSV file; see docs/catalogue-csv.md. */
const command: Command = {
  name: "categories:import",
  summary: "stores the categories of a CSV file",
  actions: [
    defineAction({
      arguments: ["FILE"],
      summary: "adds the categories of FILE and changes those that the shop has; all of them or, if one is wrong, none",
      writes: true,
      async run(context, { arguments: [name] }) {
        const file = context.path(name);
        await requireReadableFile(file);
        const { db, settings } = context;
        const result = await importCategories(db, { file, media: createMediaLibrary(settings) });
        return reportImport(context, file, result, ["category", "categories"]);
      },
    }),
  ],
};
export default command;
