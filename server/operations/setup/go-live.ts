import { GO_LIVE_STEPS, type GoLive, type GoLivePoint, type GoLiveStep } from "../../../contract/admin/go-live.ts";
import type { SettingSubject } from "../../../contract/admin/settings.ts";
import { countTestOrders } from "../../orders/orders/test-orders.ts";
import { isShopSetting, type SettingName } from "../../platform/config/config.ts";
import type { Database } from "../../platform/database/database.ts";
import { hasMilestone } from "../../platform/live/database-state.ts";
import { SETTING_FORMS } from "../../selling/settings/setting-forms.ts";
import { countProducts } from "../../shop/catalogue/import/product-lookups.ts";
import { type OpenPoint, readOpenPoints } from "./open-points.ts";
import { proposedSettings } from "./proposals.ts";

type Environment = Record<string, string | undefined>;

/** Reads the go-live list for the back office, by the steps of the first-run guide. */
export async function readGoLive(
  db: Database,
  { environment, demo }: { environment: Environment; demo: boolean },
): Promise<Omit<GoLive, "services" | "optional" | "isOpen" | "visitPath">> {
  const points = await readOpenPoints(db, environment);
  return {
    isDemo: demo,
    isDismissed: await hasMilestone(db, "guide_dismissed"),
    steps: GO_LIVE_STEPS.map((step) => ({
      step,
      points: points.filter((point) => stepOf(point) === step).map(toPoint),
    })),
    proposals: (await proposedSettings(db, environment)).map(({ name, value, isSecret }) => ({
      name,
      label: SETTING_FORMS[name].label,
      value: isSecret ? "a new random key" : name === "BRAND_MARK" && value === "" ? DEMO_MARK : value,
    })),
    products: await countProducts(db),
    testOrders: await countTestOrders(db),
  };
}

/** Reads how many points are open, and whether the guide opens by itself, for Home. */
export async function readGoLiveState(
  db: Database,
  environment: Environment,
): Promise<{ open: number; guide: boolean }> {
  const open = (await readOpenPoints(db, environment)).length;
  return { open, guide: open > 0 && !(await hasMilestone(db, "guide_dismissed")) };
}

/** What an empty mark means. */
const DEMO_MARK = "the demo’s flower, until you upload your own";

/** What settings of the machine are called, as on the page of connections. */
const MACHINE_LABELS: Partial<Record<SettingName, string>> = {
  SMTP_URL: "Mail server",
  SHOP_ORIGIN: "Web address of the shop",
  CODE_SECRET: "Secret of mailed codes",
  GOOGLE_ISSUER: "Log-in with Google",
  RAZORPAY_KEY_ID: "Razorpay key id",
  RAZORPAY_KEY_SECRET: "Razorpay key secret",
  RAZORPAY_WEBHOOK_SECRETS: "Secret of Razorpay’s webhook",
  RAZORPAY_API: "Address of Razorpay",
  RAZORPAY_SCRIPT: "Address of Razorpay’s payment window",
};

const STEP_OF_SUBJECT: Readonly<Record<SettingSubject, GoLiveStep>> = {
  shop: "details",
  brand: "details",
  security: "details",
  seller: "seller",
  cash: "payments",
  payments: "payments",
  pages: "catalogue",
  orders: "shipping",
  machine: "machine",
};
const STEP_OF_PLACE: Readonly<Record<Exclude<OpenPoint["place"], "setting">, GoLiveStep>> = {
  database: "machine",
  categories: "catalogue",
  products: "catalogue",
  shipping: "shipping",
  pages: "texts",
  test_orders: "payments",
  staff: "machine",
};

function stepOf({ place, setting }: OpenPoint): GoLiveStep {
  if (place !== "setting" || !setting) return place === "setting" ? "details" : STEP_OF_PLACE[place];
  if (setting === "SMTP_URL") return "mail";
  return setting.startsWith("RAZORPAY_") ? "payments" : STEP_OF_SUBJECT[subjectOf(setting)];
}

const subjectOf = (setting: NonNullable<OpenPoint["setting"]>) =>
  isShopSetting(setting) ? SETTING_FORMS[setting].subject : "machine";

const toPoint = ({ text, remedy, place, setting }: OpenPoint): GoLivePoint => ({
  text,
  remedy,
  place,
  setting: setting
    ? {
        name: setting,
        label: isShopSetting(setting) ? SETTING_FORMS[setting].label : (MACHINE_LABELS[setting] ?? setting),
        subject: subjectOf(setting),
      }
    : null,
});
