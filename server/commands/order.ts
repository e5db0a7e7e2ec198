import { parseArgs } from "node:util";
import { ORDER_BADGES, ORDER_STATES, type OrderState } from "../../contract/orders.ts";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { Refusal, StartupProblem } from "../failures.ts";
import type { MailSender } from "../mail/sender.ts";
import { acceptReturn, declineReturn } from "../orders/answer-return.ts";
import { cancelOrder } from "../orders/cancel-order.ts";
import { findAnyOrder, holdAnyOrder } from "../orders/find-order.ts";
import { deliverOrder, packOrder, processOrder, sendOutForDelivery, shipOrder } from "../orders/fulfil-order.ts";
import { listAllOrders } from "../orders/list-all-orders.ts";
import { loseParcel } from "../orders/lose-parcel.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { readOrder } from "../orders/read-orders.ts";
import { refuseUnless, type StaffStep, stepsFrom } from "../orders/staff-steps.ts";
import { readMailSender } from "../settings/mail-sender.ts";
import { currentSettings } from "../settings/settings.ts";
import { orderLine, orderPageLines } from "./order-lines.ts";
import { runCommand, type Shop, say, withShop } from "./run.ts";

/**
 * What staff does with orders, until there is a back office; see docs/orders.md. Whatever changes tells the customer by mail, and the
 * running shop sends it, as it sends what has to go back.
 */

const USAGE = {
  list: "list [--state STATE]",
  show: "show ORDER",
  process: "process ORDER",
  pack: "pack ORDER",
  ship: "ship ORDER --awb AWB --courier NAME",
  "out-for-delivery": "out-for-delivery ORDER",
  deliver: "deliver ORDER",
  lost: "lost ORDER",
  cancel: "cancel ORDER [--reason TEXT]",
  "return-accept": "return-accept ORDER",
  "return-decline": "return-decline ORDER --reason TEXT",
} as const satisfies Record<"list" | "show" | StaffStep, string>;
type Action = keyof typeof USAGE;
/** How many orders are listed. */
const MOST_LISTED = 50;

interface Wanted {
  state?: string;
  awb?: string;
  courier?: string;
  reason?: string;
}

runCommand(async () => {
  const { action, number, options } = readArguments(process.argv.slice(2));
  try {
    await withShop((shop) => {
      if (action === "list") return list(shop, options);
      if (action === "show") return show(shop, number);
      return step(shop, action, number, options);
    });
  } catch (error) {
    // What a customer would be told in the browser.
    throw error instanceof Refusal ? new StartupProblem(error.message, { cause: error }) : error;
  }
  return 0;
});

/** @throws StartupProblem that says how the command is written */
function readArguments(words: string[]): { action: Action; number: string; options: Wanted } {
  const text = { type: "string" } as const;
  try {
    const { values, positionals } = parseArgs({
      args: words,
      options: { state: text, awb: text, courier: text, reason: text },
      allowPositionals: true,
    });
    const [action = "", number = "", ...more] = positionals;
    if (!isAction(action) || more.length > 0 || (number === "") !== (action === "list")) throw usageProblem(action);
    return { action, number, options: values };
  } catch (error) {
    // An option that there is not, or one without its value.
    throw error instanceof StartupProblem ? error : usageProblem(words[0] ?? "");
  }
}

function usageProblem(action: string): StartupProblem {
  return new StartupProblem(
    isAction(action)
      ? `Write it like this: npm run order -- ${USAGE[action]}`
      : `Say what to do: npm run order -- ${Object.values(USAGE).join(" · ")}`,
  );
}

async function list({ db }: Shop, { state }: Wanted): Promise<void> {
  if (state !== undefined && !isState(state))
    throw new StartupProblem(`There is no state ${state}; there are ${ORDER_STATES.join(", ")}.`);
  const { orders, total } = await listAllOrders(db, { most: MOST_LISTED, ...(state && { state }) });
  for (const order of orders) say(orderLine(order));
  if (total === 0) say(state ? `No order is ${state}.` : "There is no order yet.");
  if (total > orders.length) say(`… and ${(total - orders.length).toLocaleString("en")} older ones.`);
}

async function show({ db }: Shop, number: string): Promise<void> {
  const { RETURN_DAYS } = await currentSettings(db, process.env);
  const order = await findAnyOrder(db, number);
  for (const line of orderPageLines(await readOrder(db, order, RETURN_DAYS), stepsFrom(order.state))) say(line);
}

async function step({ db }: Shop, action: StaffStep, number: string, options: Wanted): Promise<void> {
  const { RETURN_DAYS } = await currentSettings(db, process.env);
  // Before the transaction: it asks the database on a connection of its own.
  const sender = await readMailSender(db, process.env, (await findAnyOrder(db, number)).shopOrigin);
  const changed = await db.transaction(async (trx) => {
    const order = await holdAnyOrder(trx, number);
    return take(trx, action, order, { options, sender, returnDays: RETURN_DAYS, now: new Date() });
  });
  say(`Order ${changed.number} is ${ORDER_BADGES[changed.state]} now.`);
}

interface Occasion {
  options: Wanted;
  sender: MailSender;
  returnDays: number;
  now: Date;
}

function take(
  trx: DatabaseOrTransaction,
  action: StaffStep,
  order: OrderRow,
  { options, ...at }: Occasion,
): Promise<OrderRow> {
  switch (action) {
    case "process":
      return processOrder(trx, order, at.now);
    case "pack":
      return packOrder(trx, order, at.now);
    case "ship":
      return shipOrder(
        trx,
        order,
        { awb: required(options, "awb", action), courier: required(options, "courier", action) },
        at,
      );
    case "out-for-delivery":
      return sendOutForDelivery(trx, order, at);
    case "deliver":
      return deliverOrder(trx, order, at);
    case "lost":
      return loseParcel(trx, order, at);
    case "cancel":
      refuseUnless(order, action);
      return cancelOrder(trx, order, { cause: "staff", reason: options.reason ?? "", ...at });
    case "return-accept":
      return acceptReturn(trx, order, at);
    case "return-decline":
      return declineReturn(trx, order, { reason: required(options, "reason", action), ...at });
  }
}

function required(options: Wanted, name: keyof Wanted, action: Action): string {
  const value = options[name];
  if (value === undefined) throw usageProblem(action);
  return value;
}

function isAction(word: string): word is Action {
  return Object.hasOwn(USAGE, word);
}

function isState(text: string): text is OrderState {
  return (ORDER_STATES as readonly string[]).includes(text);
}
