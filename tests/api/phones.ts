/** The phones of a test: what was sent to them by the sandbox's WhatsApp and SMS, and what happens to it. */

import { sql } from "drizzle-orm";
import { vi } from "vitest";
import { insertDemoPhoneTemplates } from "../../demo/phone-templates.ts";
import type { SandboxPhoneMessage } from "../../sandbox/messages/phones.ts";
import { publishChange } from "../../server/platform/database/change-events.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { rowsOf } from "./people.ts";
import type { TestShop } from "./shop.ts";

interface StoredMessage {
  event: string;
  channel: string;
  state: string;
  error: string;
  values: Record<string, string>;
  is_billable: boolean | null;
  price_category: string | null;
}

/** Approves the demo's texts in a shop, as at the sandbox. */
export const connectPhones = (shop: TestShop) =>
  shop.db.transaction((trx) => insertDemoPhoneTemplates(trx, new Date()));

export function phonesOf(shop: TestShop) {
  const waitFor = <T>(read: () => Promise<T>) => vi.waitFor(read, { timeout: LONGEST_WAIT_MS, interval: 25 });

  /** Lists what a phone has got and sent, newest first. */
  const inbox = async (mobile: string): Promise<(SandboxPhoneMessage & { at: string })[]> =>
    (await shop.get(`/sandbox/phones.json?mobile=${mobile}`)).body;

  /** Waits for a message with this text. */
  const received = (mobile: string, text: RegExp) =>
    waitFor(async () => {
      const found = (await inbox(mobile)).find((message) => !message.isIncoming && text.test(message.text));
      if (!found) throw new Error(`no message ${text} came to ${mobile}`);
      return found;
    });

  /** Lists the shop's messages about an order, oldest first. */
  const stored = (number: string) =>
    rowsOf<StoredMessage>(
      shop,
      sql`select event, channel, state, error, values, is_billable, price_category from phone_message where order_number = ${number} order by id`,
    );

  /** Waits for the shop's messages about an order to be in these states. */
  const reach = (number: string, states: readonly string[]) =>
    waitFor(async () => {
      const found = (await stored(number)).map(({ event, channel, state }) => `${event} ${channel} ${state}`);
      if (JSON.stringify(found) !== JSON.stringify(states))
        throw new Error(`expected ${states.join(", ")}, but is ${found.join(", ")}`);
    });

  /** Presses a button of the phones' page. */
  async function press(path: string, fields: Record<string, string>): Promise<void> {
    const { statusCode, body } = await shop.app.inject({
      method: "POST",
      url: `/sandbox/phones/${path}`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams(fields).toString(),
    });
    if (statusCode !== 303) throw new Error(`${path}: ${statusCode} ${body}`);
  }

  /** Lets the time of the messages about an order be over. */
  async function runOutOfTime(number: string): Promise<void> {
    await shop.db.execute(sql`update job set run_at = now() from phone_message
      where order_number = ${number} and task_identifier = 'fall_back_phone_message' and key = 'fall back ' || phone_message.id`);
    publishChange(shop.db, "jobs");
  }

  const act = (message: { id: number }, what: string, code = "131026") =>
    press("act", { id: String(message.id), act: what, code });
  const reply = (mobile: string, text: string) => press("reply", { mobile, text });

  return { inbox, received, stored, reach, press, act, reply, runOutOfTime };
}
