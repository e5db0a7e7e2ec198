import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import {
  SETTING_SUBJECTS,
  type SettingList,
  type SettingSubject,
  STEP_UP_SUBJECTS,
} from "../../../contract/admin/settings.ts";
import { ApiError } from "../../base/errors.ts";
import { listAudit } from "../../platform/audit/list-audit.ts";
import {
  type DeploymentSettings,
  type Environment,
  isSettingName,
  isShopSetting,
} from "../../platform/config/config.ts";
import type { Database } from "../../platform/database/database.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { isSteppedUp, stepUpRequired } from "../../platform/http/staff-sessions.ts";
import { maskOf } from "../../platform/media/mark-mask.ts";
import type { MediaLibrary } from "../../platform/media/media-library.ts";
import { changeSettings, type FindUnknownSlugs, type HasNumbers, versionOf } from "./change-settings.ts";
import { readOverview } from "./overview.ts";
import { SETTING_FORMS, settingsOf } from "./setting-forms.ts";

interface RouteDeps {
  db: Database;
  environment: Environment;
  findUnknown: FindUnknownSlugs;
  hasNumbers: HasNumbers;
  media: MediaLibrary;
  deployment: DeploymentSettings;
}

export function settingAdminRoutes(
  admin: FastifyInstance,
  { db, environment, findUnknown, hasNumbers, media, deployment }: RouteDeps,
): void {
  handleAdmin(admin, adminEndpoints.listSettings, async () => ({ data: await readList(db, environment) }));
  handleAdmin(admin, adminEndpoints.changeSettings, async ({ staff, body: { subject, version, values } }) => {
    if (STEP_UP_SUBJECTS.includes(subject) && !isSteppedUp(staff)) throw stepUpRequired();
    const foreign = Object.keys(values).find((name) => !settingsOf(subject).some((own) => own === name));
    if (foreign) throw ApiError.ofField(foreign, `${foreign} is no setting of ${SETTING_SUBJECTS[subject]}.`);
    const deps = { db, actor: staff, environment, findUnknown, hasNumbers, deployment };
    await changeSettings(deps, values, { subject, version });
    return { data: await readList(db, environment) };
  });
  handleAdmin(admin, adminEndpoints.uploadBrandMark, async ({ files: { file } }) => {
    if (!file || !("content" in file)) throw ApiError.ofField("file", "Please choose a picture.");
    return { data: { path: await media.putOwn("brand", "mark", await maskOf(file.content), "png") } };
  });
  handleAdmin(admin, adminEndpoints.listSettingChanges, async ({ params: { name }, query: { before } }) => {
    if (!isSettingName(name) || !isShopSetting(name)) throw new ApiError("not_found", `There is no setting ${name}.`);
    const { entries, hasMore } = await listAudit(db, { subject: "setting", id: name, before });
    return {
      data: {
        hasMore,
        changes: entries.map((entry) => ({
          _id: entry._id,
          at: entry.at,
          actor: entry.actor,
          before: textOf(entry.before),
          after: textOf(entry.after),
          isReset: entry.action === "setting.reset",
          isSecret: entry.after?.secret === true,
        })),
      },
    };
  });
}

const textOf = (logged: Record<string, unknown> | null) => (typeof logged?.value === "string" ? logged.value : null);

async function readList(db: Database, environment: Environment): Promise<SettingList> {
  const overview = await readOverview(db, environment);
  const settings = overview.map(
    ({ name, meaning, secret, shown, source, liveProblem, canConfirm, isDemoDefault, ...setting }) => ({
      name,
      meaning,
      ...(isShopSetting(name) ? formOf(SETTING_FORMS[name]) : OF_THE_MACHINE),
      ...(!isShopSetting(name) && { label: name }),
      value: secret && isShopSetting(name) ? "" : shown,
      default: secret || (isDemoDefault && source !== "default") ? null : setting.default,
      source,
      liveProblem: liveProblem ?? null,
      canConfirm: isShopSetting(name) && canConfirm,
    }),
  );
  const order = Object.keys(SETTING_FORMS);
  settings.sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
  const subjects = Object.keys(SETTING_SUBJECTS) as SettingSubject[];
  return { settings, subjects: await Promise.all(subjects.map((subject) => versionOf(db, subject))) };
}

const OF_THE_MACHINE = {
  subject: "machine" as const,
  label: "",
  input: "none" as const,
  options: [] as string[],
  unit: "",
};

const formOf = ({ subject, label, input, options = [], unit = "" }: (typeof SETTING_FORMS)["SHOP_NAME"]) => ({
  subject,
  label,
  input,
  options: [...options],
  unit,
});
