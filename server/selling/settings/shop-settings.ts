import {
  type DeploymentSettings,
  type Environment,
  readShopSettings,
  type ShopSettings,
} from "../../platform/config/config.ts";
import type { Database, ReadDatabase } from "../../platform/database/database.ts";
import { setting } from "../../platform/database/schema.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { connectedChannels } from "../../platform/phone-messages/connected.ts";

/** Reads the owner's current settings. */
export interface ShopSettingsReader {
  current(): Promise<ShopSettings>;
  /** Reads the shop as its emails show it; `origin` is that of the request, used unless SHOP_ORIGIN is set. */
  mailSender(origin: string): Promise<MailSender>;
  /** Makes the next `current` read the database. */
  invalidate(): void;
}

/** The settings are read again after this time, even without an event. */
const MAX_AGE_MS = 10 * 60_000;

/** The readers of an open database, which a write through it invalidates before its event arrives. */
const readers = new WeakMap<Database, Set<ShopSettingsReader>>();

/** Reads the owner's settings once and caches them until the event `settings`. */
export function createShopSettings(
  { db, latest }: { db: Database; latest: ReadDatabase },
  deployment: DeploymentSettings,
  environment: Environment,
): ShopSettingsReader {
  let cached: { settings: ShopSettings; readAt: number } | null = null;
  let invalidations = 0;
  const reader: ShopSettingsReader = {
    // Requests do not share a pending read, so that one that hangs on a dead connection delays only its own request.
    async current() {
      if (cached && performance.now() - cached.readAt < MAX_AGE_MS) return cached.settings;
      const before = invalidations;
      const readAt = performance.now();
      const settings = await readStored(latest, environment);
      if (invalidations === before) cached = { settings, readAt };
      return settings;
    },
    mailSender: async (origin) => senderOf(await reader.current(), deployment, origin),
    invalidate() {
      invalidations += 1;
      cached = null;
    },
  };
  readers.set(db, (readers.get(db) ?? new Set()).add(reader));
  return reader;
}

/** Call it after a setting was written through this database. */
export function invalidateShopSettings(db: Database): void {
  for (const reader of readers.get(db) ?? []) reader.invalidate();
}

/** Reads the owner's settings from the database, without any cache. */
export async function readStored(db: ReadDatabase, environment: Environment): Promise<ShopSettings> {
  const rows = await db.select({ name: setting.name, value: setting.value }).from(setting);
  return readShopSettings(environment, new Map(rows.map(({ name, value }) => [name, value])));
}

/** @param origin used unless SHOP_ORIGIN is set */
export function senderOf(settings: ShopSettings, deployment: DeploymentSettings, origin: string): MailSender {
  return {
    name: settings.SHOP_NAME,
    tagline: settings.SHOP_TAGLINE,
    origin: deployment.SHOP_ORIGIN || origin,
    email: settings.SHOP_EMAIL,
    phone: settings.SHOP_PHONE,
    address: settings.SHOP_ADDRESS,
    color: settings.BRAND_COLOR,
    newsletter: { title: settings.NEWSLETTER_TITLE, text: settings.NEWSLETTER_TEXT },
    phoneChannels: connectedChannels(deployment),
  };
}
