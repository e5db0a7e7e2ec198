import { cp, rm, stat } from "node:fs/promises";
import { mediaFolder, readDescription, requireComplete } from "../../platform/database/backup/backup-folder.ts";
import { withConnection } from "../../platform/database/backup/connect.ts";
import { loadDatabase, requireKnown } from "../../platform/database/backup/load.ts";
import { dataFolderOf, hasDatabase } from "../../platform/database/bundled/place.ts";
import { originalsFolder } from "../../platform/media/media-stores.ts";
import { type Command, defineAction } from "./declare.ts";

const command: Command = {
  name: "restore",
  summary: "fills an empty database from a backup, also on another machine or another version of PostgreSQL",
  async runUnopened({ settings, path, print, progress }, { arguments: [given] }) {
    const folder = path(given as string);
    const backup = readDescription(folder);
    requireKnown(backup);
    await requireComplete(folder, backup);
    const makesIt = settings.DATABASE_URL === "" && !hasDatabase(settings.DATA_DIR);
    let isFilling = false;
    try {
      const show = (done: number, of: number) => {
        isFilling = true;
        progress.show(done / of, `${done} of ${of} tables`);
      };
      await withConnection(settings, (client) => loadDatabase(client, folder, show), { mustSuit: true });
    } catch (error) {
      // The next try finds no half of a shop; one that another process has made meanwhile stays.
      if (makesIt && isFilling) await rm(dataFolderOf(settings.DATA_DIR), { recursive: true, force: true });
      throw error;
    } finally {
      progress.end();
    }
    const media = mediaFolder(folder);
    const hasMedia = (await stat(media).catch(() => null)) !== null;
    if (hasMedia && settings.MEDIA_STORE === "folder")
      await cp(media, originalsFolder(settings), { recursive: true, force: false });
    print(
      `Restored the backup of ${backup.createdAt} into ${settings.DATABASE_URL === "" ? settings.DATA_DIR : "the database of DATABASE_URL"}.`,
    );
    if (hasMedia && settings.MEDIA_STORE !== "folder")
      print(`Its pictures and videos are in ${media}; copy them into the bucket.`);
  },
  actions: [
    defineAction({
      summary: "restores what npm run backup wrote to FOLDER; a shop that exists is not replaced",
      arguments: ["FOLDER"],
      async run() {},
    }),
  ],
};
export default command;
