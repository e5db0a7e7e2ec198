import { type Environment, readSettings } from "../../platform/config/config.ts";
import type { Database } from "../../platform/database/database.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { readStored, senderOf } from "./shop-settings.ts";

/** Reads the shop as its emails show it from the database, for commands. `origin` is used unless SHOP_ORIGIN is set. */
export async function readMailSender(db: Database, environment: Environment, origin: string): Promise<MailSender> {
  return senderOf(await readStored(db, environment), readSettings(environment), origin);
}
