import { exportContent, writeFolder } from "../../shop/content/content-folder.ts";
import { counted } from "./counted.ts";
import { type Command, defineAction } from "./declare.ts";
import { EXPORT_OPTIONS } from "./write-csv.ts";

/** Exports pages, FAQs, banners, testimonials and brands to a folder of files; see docs/content.md. */
const command: Command = {
  name: "content:export",
  summary: "writes the shop's texts and banners to a folder",
  actions: [
    defineAction({
      arguments: ["FOLDER"],
      options: EXPORT_OPTIONS,
      summary: "writes pages, FAQs, banners, testimonials and brands to FOLDER",
      async run(context, { arguments: [path], options }) {
        const folder = context.path(path);
        const files = await exportContent(context.db);
        await writeFolder(folder, files, options.force);
        context.note(`Exported ${counted(files.size, "file")} to ${folder}.`);
      },
    }),
  ],
};
export default command;
