import { CATEGORY_COLUMNS } from "../../shop/catalogue/import/category-columns.ts";
import { exportCategories } from "../../shop/catalogue/import/category-file.ts";
import { headerOf, writeRow } from "../../shop/catalogue/import/csv-table.ts";
import { counted } from "./counted.ts";
import { type Command, defineAction } from "./declare.ts";
import { EXPORT_OPTIONS, writeCsv } from "./write-csv.ts";

/** Exports the categories as a CSV file; see docs/catalogue-csv.md. */
const command: Command = {
  name: "categories:export",
  summary: "writes the categories to a CSV file",
  actions: [
    defineAction({
      arguments: ["[FILE]"],
      options: EXPORT_OPTIONS,
      summary: "writes every category to FILE, or to the screen",
      async run(context, { arguments: [file], options }) {
        const categories = await exportCategories(context.db);
        await writeCsv(context, { file, ...options }, (write) =>
          write([headerOf(CATEGORY_COLUMNS), ...categories.map((values) => writeRow(CATEGORY_COLUMNS, values))]),
        );
        if (file !== undefined)
          context.note(`Exported ${counted(categories.length, "category", "categories")} to ${context.path(file)}.`);
      },
    }),
  ],
};
export default command;
