import type { Database } from "../database/database.ts";
import type { MailSender } from "../mail/sender.ts";
import { currentSettings } from "./settings.ts";

/** The shop as its mails show it now. `origin` is where the request came to, used when no SHOP_ORIGIN is set. */
export async function readMailSender(
  db: Database,
  environment: Record<string, string | undefined>,
  origin: string,
): Promise<MailSender> {
  const settings = await currentSettings(db, environment);
  return {
    name: settings.SHOP_NAME,
    tagline: settings.SHOP_TAGLINE,
    origin: settings.SHOP_ORIGIN || origin,
    email: settings.SHOP_EMAIL,
    phone: settings.SHOP_PHONE,
    address: settings.SHOP_ADDRESS,
  };
}
