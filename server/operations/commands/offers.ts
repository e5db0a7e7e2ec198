import { readFile } from "node:fs/promises";
import * as z from "zod/mini";
import { OFFER_KINDS } from "../../../contract/admin/offers.ts";
import { formatDateTime } from "../../../contract/dates.ts";
import { OperatorError } from "../../base/errors.ts";
import { formatRupees } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { createOffer, endOffer, findOffer, listOffers, readUses } from "../../selling/offers/manage-offers.ts";
import { type NewOffer, newOfferSchema, OfferProblem } from "../../selling/offers/new-offer.ts";
import { type Command, defineAction, type OptionValues } from "./declare.ts";
import { offerLine, offerPageLines } from "./offer-lines.ts";
import { ROW_ID } from "./row-id.ts";

/** Maximum number of offers and uses listed. */
const MAX_LISTED = 50;

const CREATE_OPTIONS = {
  name: { value: "TEXT", required: true, summary: "as shoppers read it" },
  kind: { value: "KIND", required: true, summary: OFFER_KINDS.join(", ") },
  codes: { value: "CODES", summary: "its codes, separated by commas; without one it applies by itself" },
  percent: { value: "NUMBER", summary: "for percentage" },
  amount: { value: "RUPEES", summary: "for amount: what is taken off; for bundle_price: the price of the bundle" },
  buy: { value: "UNITS", summary: "for buy_x_get_y and bundle_price" },
  free: { value: "UNITS", summary: "for buy_x_get_y: the units that are free; for free_samples: how many to choose" },
  days: { value: "DAYS", summary: "for set_credit: how long after the set’s delivery" },
  sets: { value: "SLUGS", summary: "for set_credit: the sets whose price is credited" },
  samples: { value: "SKUS", summary: "for free_samples: the sizes to choose from" },
  products: { value: "SLUGS", summary: "the products that it is for" },
  categories: { value: "SLUGS", summary: "the categories that it is for" },
  customers: { value: "EMAILS", summary: "the customers that it is for" },
  minimum: { value: "RUPEES", summary: "minimum price of the products that it is for" },
  "first-order": { summary: "only for a customer’s first order" },
  from: { value: "DAY", summary: "its first day, such as 2026-12-01" },
  until: { value: "DAY", summary: "its last day" },
  "max-uses": { value: "NUMBER", summary: "orders that can use it" },
  "max-uses-per-customer": { value: "NUMBER", summary: "orders of one customer that can use it" },
} as const;

/** Lists, creates and ends offers; see docs/offers.md. */
const command: Command = {
  name: "offers",
  summary: "shows, creates and ends offers and their codes",
  actions: [
    defineAction({
      verb: "list",
      summary: `lists the newest ${MAX_LISTED}`,
      async run({ db, print }) {
        const offers = await listOffers(db, { max: MAX_LISTED });
        for (const offer of offers) print(offerLine(offer, new Date()));
        if (offers.length === 0) print("There is no offer yet.");
      },
    }),
    defineAction({
      verb: "show",
      arguments: ["OFFER"],
      summary: "prints one offer with its conditions",
      async run({ db, print }, { arguments: [id] }) {
        for (const line of offerPageLines(await findOffer(db, idOf(id)), new Date())) print(line);
      },
    }),
    defineAction({
      verb: "create",
      options: CREATE_OPTIONS,
      summary: "creates an offer",
      writes: true,
      async run({ db, print }, { options }) {
        const created = await createNamed(db, parse(specOf(options), "The offer"), new Date());
        print(`Created ${offerLine(created, new Date())}`);
      },
    }),
    defineAction({
      verb: "import",
      arguments: ["FILE"],
      summary: "creates the offers of a JSON file; all of them or, if one is wrong, none",
      writes: true,
      async run({ db, path, print }, { arguments: [file] }) {
        const specs = await readSpecs(path(file));
        const now = new Date();
        const created = await db.transaction(async (trx) => {
          const offers = [];
          for (const spec of specs) offers.push(await createNamed(trx, spec, now));
          return offers;
        });
        for (const offer of created) print(`Created ${offerLine(offer, now)}`);
      },
    }),
    defineAction({
      verb: "end",
      arguments: ["OFFER"],
      summary: "ends an offer now; orders that have it are not changed",
      writes: true,
      async run({ db, print }, { arguments: [id] }) {
        print(`Ended ${offerLine(await endOffer(db, idOf(id), new Date()), new Date())}`);
      },
    }),
    defineAction({
      verb: "uses",
      arguments: ["OFFER"],
      summary: `lists the newest ${MAX_LISTED} orders that use an offer`,
      async run({ db, print }, { arguments: [id] }) {
        const { id: offerId, name } = await findOffer(db, idOf(id));
        const { uses, total, discountPaise } = await readUses(db, offerId, { max: MAX_LISTED });
        for (const { orderNumber, state, createdAt, discountPaise: off } of uses)
          print(
            `${orderNumber}  ${state.padEnd(16)}  ${formatDateTime(createdAt).padEnd(27)}  ${formatRupees(off).padStart(12)}`,
          );
        print(`${name}: ${total.toLocaleString("en")} orders, ${formatRupees(discountPaise)} off in all.`);
      },
    }),
  ],
};
export default command;

/** @throws OperatorError */
function idOf(text: string): number {
  if (!ROW_ID.test(text))
    throw new OperatorError(`${text} is not the number of an offer; npm run offers -- list shows them.`);
  return Number(text);
}

/** Converts options to the schema of the file. */
function specOf(options: OptionValues<typeof CREATE_OPTIONS>): Record<string, unknown> {
  const list = (text: string | undefined) => text?.split(",").map((part) => part.trim());
  const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  const spec = {
    name: options.name,
    kind: options.kind,
    codes: list(options.codes),
    percent: number(options.percent),
    amount: number(options.amount),
    buy: number(options.buy),
    free: number(options.free),
    days: number(options.days),
    sets: list(options.sets),
    samples: list(options.samples),
    products: list(options.products),
    categories: list(options.categories),
    customers: list(options.customers),
    minimum: number(options.minimum),
    first_order: options["first-order"],
    from: options.from,
    until: options.until,
    max_uses: number(options["max-uses"]),
    max_uses_per_customer: number(options["max-uses-per-customer"]),
  };
  return Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== undefined));
}

/** @throws OperatorError */
async function readSpecs(file: string): Promise<NewOffer[]> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    throw new OperatorError(`${file} can’t be read as JSON: ${(error as Error).message}`);
  }
  if (!Array.isArray(content)) throw new OperatorError(`${file} has no list of offers.`);
  return content.map((one, at) => parse(one, `Offer ${at + 1} of ${file}`));
}

/** @throws OperatorError that names the offer and its field */
const createNamed = (db: DatabaseOrTransaction, spec: NewOffer, now: Date) =>
  createOffer(db, spec, now).catch((error: unknown) => {
    throw error instanceof OfferProblem ? new OperatorError(`${spec.name}: ${error.field}: ${error.message}`) : error;
  });

/** @throws OperatorError with the first problem */
function parse(spec: unknown, which: string): NewOffer {
  const parsed = z.safeParse(newOfferSchema, spec);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const problem = issue?.message || "is not valid";
  throw new OperatorError(`${which}: ${issue?.path.join(".") || "it"}: ${problem}.`);
}
