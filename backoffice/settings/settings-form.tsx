import { useState } from "react";
import { useRevalidator } from "react-router";
import type { AdminSetting, SettingList } from "../../contract/admin/settings.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { ConflictBar } from "../shared/conflict-bar.tsx";
import { Problem } from "../shared/field.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { SettingHistory } from "./setting-history.tsx";
import { linesOf, SettingInput } from "./setting-input.tsx";

interface SettingsFormProps {
  subject: SettingList["subjects"][number];
  settings: readonly AdminSetting[];
}

/** Edits the settings of one subject. Only changed ones are sent; unsaved input survives a reload and a colleague's change. */
export function SettingsForm({ subject: { subject, version, changedBy, changedAt }, settings }: SettingsFormProps) {
  const stored = Object.fromEntries(settings.map(({ name, value }) => [name, value]));
  const draft = useFormDraft<Record<string, string>>(`settings ${subject}`, stored, version);
  const { run, busy, error, clear } = useAction();
  const { revalidate } = useRevalidator();
  const [isSaved, setIsSaved] = useState(false);

  async function send(values: Record<string, string | null>, seen: number): Promise<boolean> {
    setIsSaved(false);
    const isDone = await run(() => call("changeSettings", { body: { subject, version: seen, values } }));
    await revalidate();
    setIsSaved(isDone);
    return isDone;
  }
  async function save(): Promise<void> {
    const values = Object.fromEntries(draft.changed.map((name) => [name, (draft.values[name] ?? "").trim()]));
    if (await send(values, draft.version)) draft.discard();
  }

  if (draft.changed.length > 0 && draft.version < version)
    return (
      <ConflictBar
        message={`${changedBy ?? "Somebody"} has changed these settings since you began${changedAt ? `, ${formatDateTime(changedAt)}` : ""}. Nothing that you have typed is lost.`}
        fields={settings
          .filter(({ name }) => draft.conflicts.includes(name))
          .map(({ name, label }) => ({
            name,
            label,
            theirs: linesOf(stored[name] ?? ""),
            mine: linesOf(draft.values[name] ?? ""),
          }))}
        onResolve={(theirs) => {
          clear();
          draft.rebase(theirs);
        }}
      />
    );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="panel divide-y divide-sand">
        {settings.map((setting) => (
          <Row
            key={setting.name}
            setting={setting}
            value={draft.values[setting.name] ?? ""}
            isChanged={draft.changed.includes(setting.name)}
            onChange={(value) => {
              setIsSaved(false);
              draft.set(setting.name, value);
            }}
            onStore={(value) => void send({ [setting.name]: value }, version)}
            error={fieldMessage(error, setting.name)}
            busy={busy}
          />
        ))}
      </div>
      <div className="sticky bottom-0 mt-3 flex flex-wrap items-center gap-2 border-sand border-t bg-linen py-3">
        <button type="submit" className="button-primary" disabled={busy || draft.changed.length === 0}>
          Save
        </button>
        {draft.changed.length > 0 && (
          <button type="button" className="button-quiet" onClick={draft.discard}>
            Discard {draft.changed.length === 1 ? "the change" : `${draft.changed.length} changes`}
          </button>
        )}
        <span role="status" className="text-bark">
          {isSaved && draft.changed.length === 0 && "Saved. The shop uses it already."}
        </span>
        <Problem error={error} />
      </div>
    </form>
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
    <div id={name} className="grid gap-2 p-4 md:grid-cols-[minmax(0,32rem)_minmax(0,1fr)] md:gap-6">
      <SettingInput setting={setting} value={value} onChange={onChange} error={error} isReadOnly={isReadOnly} />
      <div className="grid content-start gap-1 text-small md:pt-7">
        {isReadOnly && (
          <p>
            The environment of the shop’s machine sets {name}, which takes precedence. It is changed there, in the file
            .env.
          </p>
        )}
        {liveProblem && <p className="text-terracotta">Before going live: {liveProblem}.</p>}
        {input !== "key" && (
          <p className="wrap-anywhere text-bark">Default: {setting.default.replaceAll("|", ", ") || "empty"}</p>
        )}
        <p className="flex flex-wrap gap-x-4">
          {liveProblem && canConfirm && !isChanged && (
            <button type="button" className="text-link py-1" disabled={busy} onClick={() => onStore(setting.default)}>
              Keep it as it is
            </button>
          )}
          {source === "stored" && !isChanged && (
            <button type="button" className="text-link py-1" disabled={busy} onClick={() => onStore(null)}>
              Reset to the default
            </button>
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

/** Generates 32 random bytes. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, "");
}
