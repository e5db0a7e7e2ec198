/** The keys of optional services, which an owner enters in the back office as those of mail and payments; all of a service at once. */
export const SERVICE_KEYS = {
  shiprocket: ["SHIPROCKET_EMAIL", "SHIPROCKET_PASSWORD"],
  delhivery: ["DELHIVERY_TOKEN"],
  whatsapp: ["WHATSAPP_PHONE_NUMBER_ID", "WHATSAPP_TOKEN", "WHATSAPP_APP_SECRET", "WHATSAPP_VERIFY_TOKEN"],
  msg91: ["MSG91_AUTH_KEY", "SMS_WEBHOOK_TOKEN"],
} as const;
export type KeyedService = keyof typeof SERVICE_KEYS;
export type ServiceKey = (typeof SERVICE_KEYS)[KeyedService][number];

export const KEYED_SERVICES = Object.keys(SERVICE_KEYS) as KeyedService[];
export const KEYED_SERVICE_NAMES: Readonly<Record<KeyedService, string>> = {
  shiprocket: "Shiprocket",
  delhivery: "Delhivery",
  whatsapp: "WhatsApp",
  msg91: "MSG91",
};
