import { cp, mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { OperatorError } from "../../base/errors.ts";
import { descriptionFile, mediaFolder } from "../../platform/database/backup/backup-folder.ts";
import { withConnection } from "../../platform/database/backup/connect.ts";
import { dumpDatabase } from "../../platform/database/backup/dump.ts";
import { hasDatabase } from "../../platform/database/bundled/place.ts";
import { originalsFolder } from "../../platform/media/media-stores.ts";
import { type Command, defineAction } from "./declare.ts";

const command: Command = {
  name: "backup",
  summary: "backs up the shop: all rows of its database, pictures and videos; it may be open",
  async runUnopened({ settings, path, print, progress }, { arguments: [given] }) {
    const folder = path(given as string);
    if (await stat(folder).catch(() => null))
      throw new OperatorError(`${folder} exists already; name a new folder, such as one with today's date.`);
    if (settings.DATABASE_URL === "" && !hasDatabase(settings.DATA_DIR))
      throw new OperatorError(`There is no shop in ${settings.DATA_DIR}.`);
    // Under another name until it is complete.
    const unfinished = `${folder}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    const media = settings.MEDIA_STORE === "folder" ? originalsFolder(settings) : null;
    const copyMedia = async () => {
      if (media && (await stat(media).catch(() => null)))
        // The files themselves, where the folder is a link to another disk.
        await cp(media, mediaFolder(unfinished), { recursive: true, force: false, dereference: true });
    };
    // Before the rows, as a file may be deleted with its row; and after them, as others are added.
    await copyMedia();
    const backup = await withConnection(settings, (client) =>
      dumpDatabase(client, unfinished, (done, of) => progress.show(done / of, `${done} of ${of} tables`)),
    );
    progress.end();
    await copyMedia();
    await writeFile(descriptionFile(unfinished), JSON.stringify(backup, null, 2), { mode: 0o600 });
    await rename(unfinished, folder);
    const rows = backup.tables.reduce((sum, table) => sum + table.rows, 0);
    print(
      `Backed up ${rows.toLocaleString("en")} rows of ${backup.tables.length} tables${media ? ", and the pictures and videos," : ""} to ${folder}. Keep the settings (.env) with it.`,
    );
  },
  actions: [
    defineAction({
      summary: "writes them to a new folder; npm run restore brings them back",
      arguments: ["FOLDER"],
      async run() {},
    }),
  ],
};
export default command;
