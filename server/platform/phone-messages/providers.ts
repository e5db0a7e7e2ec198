import type { DeploymentSettings } from "../config/config.ts";
import { createPoster, type Post } from "../outgoing/post.ts";
import type { PhoneProviders } from "./channel.ts";
import { hasSms, hasWhatsApp } from "./connected.ts";

const MAX_RESPONSE_BYTES = 64 * 1024;

/**
 * Connects the providers that the settings name; their code is loaded only then.
 * @param post sends their requests; by default to the public internet only
 */
export async function createPhoneProviders(
  settings: DeploymentSettings,
  post: Post = createPoster({ maxBytes: MAX_RESPONSE_BYTES }),
): Promise<PhoneProviders> {
  const whatsapp = hasWhatsApp(settings) ? (await import("./whatsapp/cloud-api.ts")).cloudApi(settings, post) : null;
  const sms = !hasSms(settings)
    ? null
    : settings.MSG91_AUTH_KEY !== ""
      ? (await import("./sms/msg91.ts")).msg91(settings, post)
      : (await import("./sms/http-provider.ts")).httpSms(settings, post);
  return { ...(whatsapp && { whatsapp }), ...(sms && { sms }) };
}
