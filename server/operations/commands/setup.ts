/** Guides an owner through setting up a live shop; see docs/live.md. */

import { join } from "node:path";
import { OperatorError } from "../../base/errors.ts";
import { listStaff } from "../../people/staff/members.ts";
import { COMMAND_ACTOR } from "../../platform/audit/record-audit.ts";
import { readSetting, readSettings } from "../../platform/config/config.ts";
import { createMediaLibrary } from "../../platform/media/media-library.ts";
import { readMailSender } from "../../selling/settings/mail-sender.ts";
import { readOverview } from "../../selling/settings/overview.ts";
import { storeSetting } from "../../selling/settings/settings.ts";
import { readStored } from "../../selling/settings/shop-settings.ts";
import { countCategories } from "../../shop/catalogue/categories.ts";
import { importCategories } from "../../shop/catalogue/import/category-file.ts";
import { importProducts } from "../../shop/catalogue/import/import.ts";
import { countProducts, listFirstSlugs } from "../../shop/catalogue/import/product-lookups.ts";
import type { Answers } from "../setup/ask.ts";
import { ENV_FILE, readEnvFile } from "../setup/env-file.ts";
import { askMachineSettings } from "../setup/machine.ts";
import { QUESTION_OPTIONS } from "../setup/questions.ts";
import { askShopSettings } from "../setup/shop.ts";
import { sendTestEmail } from "../setup/test-email.ts";
import { readTextsState, storeTemplates, TEMPLATES } from "../setup/texts.ts";
import type { CallerContext, CommandContext } from "./context.ts";
import { counted } from "./counted.ts";
import { type Command, defineAction } from "./declare.ts";
import golive from "./golive.ts";
import { reportImport, requireReadableFile } from "./import-report.ts";
import { inviteByCommand } from "./invite-by-command.ts";

/** How many products the footer links to by default. */
const FOOTER_PRODUCTS = 6;

const OPTIONS = {
  yes: { summary: "asks nothing: takes the options, the environment and what is proposed" },
  again: { summary: "asks for what is set already, too" },
  categories: { value: "FILE", summary: "categories of a new shop, a CSV file; without it the starter list" },
  products: { value: "FILE", summary: "products to store, a CSV file" },
  "keep-demo-texts": { summary: "keeps pages and FAQs that still have the demo's facts" },
  "test-mail": { value: "EMAIL", summary: "sends a test email there" },
  owner: { value: "EMAIL", summary: "invites the owner to the back office, and prints the link" },
  "settings-file": {
    value: "FILE",
    summary: "the file for the settings of the machine; without it .env of the project",
  },
  ...QUESTION_OPTIONS,
} as const;
type SetupOptions = Record<string, string | boolean | undefined>;

const command: Command = {
  name: "setup",
  summary: "guides you to a live shop: asks for what is missing, stores it, and lists what is left",
  prepare: (context, options, environment) => prepare(context, options as SetupOptions, environment),
  actions: [
    defineAction({
      options: OPTIONS,
      summary: "may be stopped and run again; secrets are read from the environment or asked, never given as options",
      writes: true,
      run: (context, { options }) => setUp(context, options as SetupOptions),
    }),
  ],
};
export default command;

function answersOf({ ask, note }: CallerContext, options: SetupOptions): Answers {
  const askOwner: CallerContext["ask"] = async (question, options) => {
    try {
      return await ask(question, options);
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      throw new OperatorError(
        "Stopped. What was answered is stored; npm run setup goes on from there, and with --yes it asks nothing.",
        { cause: error },
      );
    }
  };
  return { options, note, ...(options.yes !== true && { ask: askOwner }) };
}

async function prepare(
  context: CallerContext,
  options: SetupOptions,
  environment: Record<string, string | undefined>,
): Promise<void> {
  const file = typeof options["settings-file"] === "string" ? context.path(options["settings-file"]) : ENV_FILE;
  for (const warning of readEnvFile(file, environment)) context.note(warning);
  await askMachineSettings(environment, { answers: answersOf(context, options), file, again: options.again === true });
}

async function setUp(context: CommandContext, options: SetupOptions): Promise<number> {
  const answers = answersOf(context, options);
  await askShopSettings(context.db, context.environment, { answers, again: options.again === true });
  await setUpTexts(context, options);
  const isComplete = (await setUpCatalogue(context, options, answers)) && (await setUpMail(context, options, answers));
  await inviteOwner(context, options, answers);
  context.note("Before the shop goes live");
  const open = await golive.actions[0]?.run(context, { arguments: [], options: {} });
  if (open !== 0) context.note("Run setup again when you know more; what is stored stays.");
  return isComplete && open === 0 ? 0 : 1;
}

async function setUpTexts({ db, settings, note }: CommandContext, options: SetupOptions): Promise<void> {
  note("Pages and FAQs");
  const media = createMediaLibrary(settings);
  const { missing, demo } = await readTextsState(db);
  const replaced = options["keep-demo-texts"] === true ? [] : demo;
  if (missing.length + replaced.length > 0) {
    await storeTemplates(db, media, [...missing, ...replaced], COMMAND_ACTOR);
    note(`  done     from the templates: ${[...missing, ...replaced].join(", ")}`);
  }
  const { blank } = await readTextsState(db);
  note(
    blank.length > 0
      ? `  missing  something to fill in: ${blank.join(", ")} (npm run content:export)`
      : "  done     read them before you open: npm run content:export -- my-texts",
  );
}

/** @returns whether it succeeded */
async function setUpCatalogue(context: CommandContext, options: SetupOptions, { ask }: Answers): Promise<boolean> {
  const { db, settings, path, note } = context;
  note("The catalogue");
  const media = createMediaLibrary(settings);
  if ((await countCategories(db)) === 0 || typeof options.categories === "string") {
    const given = options.categories;
    const named =
      typeof given === "string" ? given : ((await ask?.("CSV file with your categories [starter list]:")) ?? "");
    const file = named.trim() === "" ? join(TEMPLATES, "categories.csv") : path(named.trim());
    await requireReadableFile(context, file);
    const result = await importCategories(db, { file, media, actor: COMMAND_ACTOR });
    const code = reportImport(context, file, result, ["category", "categories"]);
    if (code !== 0) return false;
  }
  note(`  done     ${counted(await countCategories(db), "category", "categories")}`);
  if (typeof options.products === "string") {
    const file = path(options.products);
    await requireReadableFile(context, file);
    const result = await importProducts(db, {
      file,
      media,
      actor: COMMAND_ACTOR,
      importer: (await readStored(db, context.environment)).IMPORTER,
      onProgress: () => {},
    });
    if (reportImport(context, file, result, ["product", "products"]) !== 0) return false;
  }
  const products = await countProducts(db);
  note(
    products > 0
      ? `  done     ${counted(products, "product")}`
      : "  missing  products: add them in the back office, or by npm run catalogue:import products.csv",
  );
  await linkFooterProducts(context);
  return true;
}

/** Makes the footer link to products of this shop, once there are some. */
async function linkFooterProducts({ db, environment, note }: CommandContext): Promise<void> {
  const overview = await readOverview(db, environment);
  if (overview.find(({ name }) => name === "FOOTER_PRODUCTS")?.source !== "default") return;
  const value = (await listFirstSlugs(db, FOOTER_PRODUCTS)).join("|");
  if (value === "") return;
  await storeSetting(db, "FOOTER_PRODUCTS", value);
  note(`  done     FOOTER_PRODUCTS = ${value}`);
}

/** Invites the first member of staff, unless there is one, or an invitation. */
async function inviteOwner(context: CommandContext, options: SetupOptions, { ask }: Answers): Promise<void> {
  const { db, environment, settings, note } = context;
  note("The back office");
  const given = typeof options.owner === "string" ? options.owner : undefined;
  const { members, invitations } = await listStaff(db, null, { codeSecret: settings.CODE_SECRET, now: new Date() });
  const [known] = [...members, ...invitations];
  if (known && given === undefined)
    return note(`  done     ${known.email} ${members.length > 0 ? "can sign in" : "is invited"}`);
  const usual = (await readStored(db, environment)).SHOP_EMAIL;
  const typed = given ?? (await ask?.(`Your email, for signing in to the back office [${usual}]:`));
  if (typed === undefined) return note("  missing  your own account: npm run staff -- invite EMAIL --role owner");
  const email = typed.trim() === "" ? usual : typed.trim();
  readSetting("SHOP_EMAIL", email);
  const url = await inviteByCommand(context, email, "owner");
  note(
    `  done     ${email} is invited. Start the shop with npm start, then open this link; it works once, for three days:`,
  );
  context.print(url);
}

/** @returns whether it succeeded */
async function setUpMail(
  { db, environment, note }: CommandContext,
  options: SetupOptions,
  { ask }: Answers,
): Promise<boolean> {
  note("Email");
  const { SMTP_URL: url } = readSettings(environment);
  if (url === "") {
    note("  missing  SMTP_URL, so no test email was sent");
    return true;
  }
  const given = options["test-mail"];
  const to =
    typeof given === "string" ? given : ((await ask?.("Send a test email to (Enter: to nobody):")) ?? "").trim();
  if (to === "") return true;
  readSetting("SHOP_EMAIL", to);
  try {
    await sendTestEmail(await readMailSender(db, environment, ""), { url, to });
    note(`  done     a test email is on its way to ${to}; look whether it arrives, and not among the spam`);
    return true;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    note(`  failed   ${error.message} Check SMTP_URL.`);
    return false;
  }
}
