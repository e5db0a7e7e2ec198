import { PHONE_CHANNELS, type PhoneChannel } from "../../../contract/phone-messages/channels.ts";
import type { DeploymentSettings } from "../config/config.ts";

type WhatsAppSettings = Pick<
  DeploymentSettings,
  "WHATSAPP_PHONE_NUMBER_ID" | "WHATSAPP_TOKEN" | "WHATSAPP_APP_SECRET" | "WHATSAPP_VERIFY_TOKEN"
>;
type ChannelSettings = WhatsAppSettings & Pick<DeploymentSettings, "MSG91_AUTH_KEY" | "SMS_URL" | "DEMO">;

/** By what the providers' webhooks are recognised. */
export type PhoneWebhookKeys = Pick<
  DeploymentSettings,
  "WHATSAPP_PHONE_NUMBER_ID" | "WHATSAPP_APP_SECRET" | "WHATSAPP_VERIFY_TOKEN" | "SMS_WEBHOOK_TOKEN"
>;

/** Whether the settings name the shop's own number at WhatsApp. */
export const hasWhatsApp = (settings: WhatsAppSettings): boolean =>
  settings.WHATSAPP_PHONE_NUMBER_ID !== "" &&
  settings.WHATSAPP_TOKEN !== "" &&
  settings.WHATSAPP_APP_SECRET !== "" &&
  settings.WHATSAPP_VERIFY_TOKEN !== "";

/** Whether the settings name an SMS provider. */
export const hasSms = ({ MSG91_AUTH_KEY, SMS_URL }: Pick<DeploymentSettings, "MSG91_AUTH_KEY" | "SMS_URL">): boolean =>
  MSG91_AUTH_KEY !== "" || SMS_URL !== "";

/** Lists the channels that are connected, the first to try first. In a demo the sandbox is. */
export const connectedChannels = (settings: ChannelSettings): PhoneChannel[] =>
  PHONE_CHANNELS.filter((channel) => settings.DEMO || (channel === "whatsapp" ? hasWhatsApp : hasSms)(settings));
