import { type KeyedService, SERVICE_KEYS, type ServiceKey } from "../../contract/admin/service-keys.ts";
import type { RequestError } from "../api/client.ts";
import { Field } from "../shared/field.tsx";
import { fieldMessage } from "../shared/use-action.ts";

const FIELDS: Readonly<Record<ServiceKey, { label: string; hint?: string; isShown?: true }>> = {
  SHIPROCKET_EMAIL: {
    label: "Email of the API user",
    hint: "Another than you log in to the panel with.",
    isShown: true,
  },
  SHIPROCKET_PASSWORD: { label: "Password of the API user" },
  DELHIVERY_TOKEN: { label: "API token of Delhivery" },
  WHATSAPP_PHONE_NUMBER_ID: {
    label: "Phone number ID",
    hint: "Meta’s own id of the number, in digits.",
    isShown: true,
  },
  WHATSAPP_TOKEN: { label: "Access token", hint: "Of a system user; one of a person ends after 60 days." },
  WHATSAPP_APP_SECRET: { label: "App secret" },
  WHATSAPP_VERIFY_TOKEN: { label: "Verify token", hint: "A random text, which you enter at Meta with the webhook." },
  MSG91_AUTH_KEY: { label: "Auth key of MSG91" },
  SMS_WEBHOOK_TOKEN: {
    label: "End of the webhook’s address",
    hint: "A random text of at least 24 letters and digits.",
  },
};

/** What the page says while a service has no keys, and where its use goes on. */
export const ABOUT_KEYS: Readonly<Record<KeyedService, string>> = {
  shiprocket: "With its keys, parcels are booked with Shiprocket. They are tried before they are stored.",
  delhivery: "With its token, parcels are booked with Delhivery. It is tried before it is stored.",
  whatsapp: "With its keys, customers who agree get messages by WhatsApp. Send a test under Integrations afterwards.",
  msg91: "With its keys, customers who agree get SMS by MSG91. Send a test under Integrations afterwards.",
};

interface ServiceKeyFieldsProps {
  service: KeyedService;
  values: Readonly<Record<string, string>>;
  set: (name: ServiceKey, value: string) => void;
  error: RequestError | null;
}

export function ServiceKeyFields({ service, values, set, error }: ServiceKeyFieldsProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {SERVICE_KEYS[service].map((name) => {
        const { label, hint, isShown } = FIELDS[name];
        return (
          <Field
            key={name}
            label={label}
            hint={hint}
            type={isShown ? "text" : "password"}
            autoComplete={isShown ? "off" : "new-password"}
            spellCheck={false}
            value={values[name] ?? ""}
            onChange={(event) => set(name, event.target.value)}
            error={fieldMessage(error, `serviceKeys.values.${name}`)}
          />
        );
      })}
    </div>
  );
}
