/** The shop's settings: the back office changes the owner's and shows those of the deployment. */

import * as z from "zod/mini";
import { responseOf } from "../responses.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";

/** Subjects of settings, each a section of the page. `machine` has those that only the environment sets. */
export const SETTING_SUBJECTS = {
  shop: "Shop",
  brand: "Brand",
  seller: "Seller and taxes",
  pages: "Pages and products",
  orders: "Orders and shipping",
  payments: "Payments",
  cash: "Cash on delivery",
  security: "Security",
  machine: "Machine",
} as const satisfies Record<string, string>;
export type SettingSubject = keyof typeof SETTING_SUBJECTS;
/** Subjects that need a recent second factor to change: what invoices and the law name, the payment window, and keys. */
export const STEP_UP_SUBJECTS: readonly SettingSubject[] = ["seller", "payments", "security"];
const SUBJECTS = Object.keys(SETTING_SUBJECTS) as SettingSubject[];

/** Longer than any list of pincodes that somebody types. */
const MAX_VALUE = 5000;

const setting = z.object({
  /** The name that `npm run settings` uses, for example SHOP_NAME. */
  name: z.string(),
  label: z.string(),
  meaning: z.string(),
  subject: z.enum(SUBJECTS),
  /**
   * The kind of input. `lines` and `links`: parts separated by
   * in the value; `flag`: true or false; `key`: a secret; `none`: it cannot be changed here.
   */
  input: z.enum([
    "text",
    "lines",
    "links",
    "number",
    "flag",
    "choice",
    "days",
    "time",
    "colour",
    "mark",
    "key",
    "none",
  ]),
  /** The values of a `choice`. */
  options: z.array(z.string()),
  /** The unit of a number. */
  unit: z.string(),
  /** The stored value; for a secret, only whether it is set. */
  value: z.string(),
  /** Null for a secret, and for the demo's own if the shop has another value. */
  default: z.nullable(z.string()),
  /** Where the value comes from, by precedence. */
  source: z.enum(["environment", "stored", "default"]),
  /** Why the value does not suit a live shop; null if it does. */
  liveProblem: z.nullable(z.string()),
  /** Whether saving the current value again resolves the problem. */
  canConfirm: z.boolean(),
});
export type AdminSetting = z.infer<typeof setting>;

const versions = z.array(
  z.object({
    subject: z.enum(SUBJECTS),
    /** Sent with a change, which is rejected if a setting of the subject has changed since. */
    version: z.number(),
    /** Who changed one of them last, and when; null if none was ever changed. */
    changedBy: z.nullable(z.string()),
    changedAt: z.nullable(z.string()),
  }),
);
const settingList = z.object({ settings: z.array(setting), subjects: versions });
export type SettingList = z.infer<typeof settingList>;

const settingChange = z.object({
  _id: z.string(),
  at: z.string(),
  actor: z.string(),
  /** Null for a secret, whose values are not logged, and for a setting that had no stored value. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  isReset: z.boolean(),
  isSecret: z.boolean(),
});
export type SettingChange = z.infer<typeof settingChange>;

const settingName = textField({ max: 60, pattern: /^[A-Z][A-Z0-9_]*$/, error: "name must be that of a setting." });

export const settingEndpoints = {
  listSettings: {
    method: "GET",
    path: "/settings",
    summary: "Every setting with its value, default and meaning; secrets are not shown",
    tag: "Settings",
    permission: "edit_settings",
    response: responseOf(settingList),
  },
  changeSettings: {
    method: "PATCH",
    path: "/settings",
    repeat: "seen",
    summary: `Stores settings of one subject, all of them or none. ${STEP_UP_SUBJECTS.join(", ")}: with a recent second factor`,
    tag: "Settings",
    permission: "edit_settings",
    body: z.object({
      subject: z.enum(SUBJECTS, "subject must be a subject of settings."),
      version: z.int("version must be the subject’s version."),
      /** Values by name; null resets a setting to its default. */
      values: z.record(
        settingName,
        z.nullable(
          textField({ max: MAX_VALUE, mayBeEmpty: true, error: `Please use at most ${MAX_VALUE} characters.` }),
        ),
      ),
    }),
    errorStatuses: [409],
    response: responseOf(settingList),
  },
  listSettingChanges: {
    method: "GET",
    path: "/settings/:name/changes",
    summary: "Who changed a setting, when, from what and to what; newest first, 50 a page",
    tag: "Settings",
    permission: "edit_settings",
    params: z.object({ name: settingName }),
    query: z.object({
      /** The `_id` of the last change of the previous page. */
      before: z.optional(rowId("before must be digits.")),
    }),
    response: responseOf(z.object({ changes: z.array(settingChange), hasMore: z.boolean() })),
  },
} as const satisfies Record<string, AdminEndpoint>;
