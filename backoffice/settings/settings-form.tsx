import { type ReactNode, useState } from "react";
import { useRevalidator } from "react-router";
import type { AdminSetting, SettingList } from "../../contract/admin/settings.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { fieldMessage } from "../shared/use-action.ts";
import { SaveButtons, useVersionedForm, VersionedForm } from "../shared/versioned-form.tsx";
import { SettingHistory } from "./setting-history.tsx";
import { linesOf, SettingInput } from "./setting-input.tsx";

interface SettingsFormProps {
  subject: SettingList["subjects"][number];
  settings: readonly AdminSetting[];
  /** Shows the values as they are typed. */
  preview?: (values: Readonly<Record<string, string>>) => ReactNode;
}

const SAVED = "Saved. The shop uses it already.";

/** Edits the settings of one subject. Only changed ones are sent; unsaved input survives a reload and a colleague's change. */
export function SettingsForm({
  subject: { subject, version, changedBy, changedAt },
  settings,
  preview,
}: SettingsFormProps) {
  const stored = Object.fromEntries(settings.map(({ name, value }) => [name, value]));
  const { revalidate } = useRevalidator();
  async function send(values: Record<string, string | null>): Promise<void> {
    await call("changeSettings", { body: { subject, version, values } });
    await revalidate();
  }
  const form = useVersionedForm<Record<string, string>>({
    draft: `settings ${subject}`,
    stored,
    version,
    labels: Object.fromEntries(settings.map(({ name, label }) => [name, label])),
    subject: "these settings",
    savedText: SAVED,
    changedBy,
    change: changedAt ? formatDateTime(changedAt) : undefined,
    shown: (_, value) => linesOf(value),
    save: ({ values, changed }) => send(Object.fromEntries(changed.map((name) => [name, (values[name] ?? "").trim()]))),
  });
  const { values, changed, error, busy } = form;
  return (
    <VersionedForm form={form} className="flex flex-col gap-4">
      <div className="panel divide-y divide-sand">
        {settings.map((setting) => (
          <Row
            key={setting.name}
            setting={setting}
            value={values[setting.name] ?? ""}
            isChanged={changed.includes(setting.name)}
            onChange={(value) => form.set(setting.name, value)}
            onStore={async (value) => {
              if (await form.run(() => send({ [setting.name]: value }))) form.say(SAVED);
            }}
            error={fieldMessage(error, setting.name)}
            busy={busy}
          />
        ))}
      </div>
      {preview?.(values)}
      <SaveButtons form={form} discard={`Discard ${changed.length === 1 ? "the change" : `${changed.length} changes`}`}>
        <Problem error={error} />
      </SaveButtons>
    </VersionedForm>
  );
}

interface RowProps {
  setting: AdminSetting;
  value: string;
  isChanged: boolean;
  onChange: (value: string) => void;
  /** Stores one value at once; null for the default. */
  onStore: (value: string | null) => void;
  error: string | undefined;
  busy: boolean;
}

function Row({ setting, value, isChanged, onChange, onStore, error, busy }: RowProps) {
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const { name, source, liveProblem, canConfirm, input } = setting;
  const isReadOnly = source === "environment";
  return (
    <div id={name} className="grid gap-2 p-4 md:grid-cols-[minmax(0,min(32rem,65%))_minmax(0,1fr)] md:gap-6">
      <SettingInput setting={setting} value={value} onChange={onChange} error={error} isReadOnly={isReadOnly} />
      <div className="grid content-start gap-1 text-small md:pt-7">
        {isReadOnly && (
          <p>
            The environment of the shop’s machine sets {name}, which takes precedence. It is changed there, in the file
            .env.
          </p>
        )}
        {liveProblem && <p className="text-on-attention">Before going live: {liveProblem}.</p>}
        {setting.default !== null && setting.default !== value && (
          <p className="wrap-anywhere text-bark">Default: {defaultText(setting)}</p>
        )}
        <p className="flex flex-wrap gap-x-4">
          {liveProblem && canConfirm && !isChanged && (
            <Button type="button" className="text-link py-1" disabled={busy} onClick={() => onStore(setting.default)}>
              Keep it as it is
            </Button>
          )}
          {source === "stored" && !isChanged && (setting.default !== null || input === "key") && (
            <Button type="button" className="text-link py-1" disabled={busy} onClick={() => onStore(null)}>
              Reset to the default
            </Button>
          )}
          {input === "key" && !isReadOnly && (
            <button type="button" className="text-link py-1" onClick={() => onChange(newKey())}>
              Generate a key
            </button>
          )}
          <button
            type="button"
            className="text-link py-1"
            aria-label={`History of ${setting.label}`}
            onClick={() => setIsHistoryOpen(true)}
          >
            History
          </button>
          <code className="wrap-anywhere py-1 text-bark">{name}</code>
        </p>
      </div>
      {isHistoryOpen && <SettingHistory setting={setting} onClose={() => setIsHistoryOpen(false)} />}
    </div>
  );
}

/** The default as the input shows it. */
function defaultText({ default: text, input }: AdminSetting): string {
  if (input === "flag") return text === "true" ? "Yes" : "No";
  return text?.replaceAll("|", ", ") || "empty";
}

/** Generates 32 random bytes. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, "");
}
