import { COMMAND_ACTOR } from "../../platform/audit/record-audit.ts";
import { createMediaLibrary } from "../../platform/media/media-library.ts";
import { importContent, readFolder } from "../../shop/content/content-folder.ts";
import { describeProblem } from "../../shop/content/content-problem.ts";
import { counted } from "./counted.ts";
import { type Command, defineAction } from "./declare.ts";

/** Imports pages, FAQs, banners, testimonials and brands from a folder of files; see docs/content.md. */
const command: Command = {
  name: "content:import",
  summary: "stores the shop's texts and banners from a folder",
  actions: [
    defineAction({
      arguments: ["FOLDER"],
      summary: "stores the files of FOLDER; all of them or, if one is wrong, none",
      writes: true,
      async run({ db, settings, path, print, note }, { arguments: [name] }) {
        const folder = path(name);
        const files = await readFolder(folder);
        const result = await importContent(db, {
          files,
          folder,
          media: createMediaLibrary(settings),
          actor: COMMAND_ACTOR,
        });
        if ("problems" in result) {
          for (const problem of result.problems) print(describeProblem(problem));
          note(`Nothing was stored: ${folder} has ${counted(result.problems.length, "problem")}.`);
          return 1;
        }
        for (const file of result.changed) print(`Stored ${file}.`);
        print(`${counted(result.changed.length, "file")} changed, ${result.unchanged.length} unchanged.`);
        return 0;
      },
    }),
  ],
};
export default command;
