/** Keys of couriers and of messages to phones, checked before they are stored with the other settings of the deployment. */

import { KEYED_SERVICES, type KeyedService, SERVICE_KEYS } from "../../../contract/admin/service-keys.ts";
import { ApiError } from "../../base/errors.ts";
import { type DeploymentSettings, settingProblem } from "../../platform/config/config.ts";
import { createDelhivery } from "../couriers/delhivery/delhivery.ts";
import { CourierError, type CourierProvider, REFUSALS } from "../couriers/provider.ts";
import { createShiprocket } from "../couriers/shiprocket/shiprocket.ts";
import type { SettingTexts } from "./connection-values.ts";

/** The services whose keys are all set. */
export const servicesWithKeys = (settings: DeploymentSettings): KeyedService[] =>
  KEYED_SERVICES.filter((service) => SERVICE_KEYS[service].every((name) => settings[name] !== ""));

/** Reads the keys of a service. @throws ApiError (422) naming the key */
export function keyTextsOf(service: KeyedService, values: Readonly<Record<string, string>>): SettingTexts {
  return Object.fromEntries(
    SERVICE_KEYS[service].map((name) => {
      const text = values[name]?.trim() ?? "";
      const problem = text === "" ? "Please enter this, too" : settingProblem(name, text);
      if (problem) throw ApiError.ofField(`serviceKeys.values.${name}`, `${problem}.`);
      return [name, text];
    }),
  );
}

/**
 * Logs in with the keys of a courier. WhatsApp and SMS are tried by a test message, which needs a text.
 * @throws ApiError (422) with the courier's answer
 */
export async function checkServiceKeys(
  service: KeyedService,
  values: Readonly<Record<string, string>>,
  settings: DeploymentSettings,
): Promise<void> {
  const courier = courierOf(service, keyTextsOf(service, values), settings);
  if (!courier) return;
  try {
    await courier.checkLogin();
  } catch (error) {
    if (!(error instanceof CourierError)) throw error;
    const says = error.reason === "credentials" ? "The courier does not accept this login." : REFUSALS[error.reason];
    const field = `serviceKeys.values.${SERVICE_KEYS[service].at(-1)}`;
    throw ApiError.ofField(field, [says, error.detail].filter(Boolean).join(" "));
  }
}

function courierOf(
  service: KeyedService,
  { SHIPROCKET_EMAIL: email = "", SHIPROCKET_PASSWORD: password = "", DELHIVERY_TOKEN: token = "" }: SettingTexts,
  { SHIPROCKET_API, DELHIVERY_API, COURIER_TIMEOUT_MS: timeoutMs }: DeploymentSettings,
): CourierProvider | null {
  if (service === "shiprocket") return createShiprocket({ email, password, api: SHIPROCKET_API, timeoutMs });
  return service === "delhivery" ? createDelhivery({ token, api: DELHIVERY_API, timeoutMs }) : null;
}
