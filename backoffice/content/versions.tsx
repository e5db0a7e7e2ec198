import { useState } from "react";
import type { StoredDocument } from "../../contract/admin/content.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { Panel } from "../shared/panel.tsx";
import { useAction } from "../shared/use-action.ts";
import { diffLines } from "./line-diff.ts";

interface VersionsProps {
  document: StoredDocument;
  /** The text in the editor. */
  text: string;
  /** Puts the text of a version into the editor. */
  onRestore: (text: string) => void;
}

const LINE = { same: "", removed: "bg-terracotta/10", added: "bg-leaf/10" } as const;
const MARK = { same: " ", removed: "−", added: "+" } as const;

/** Lists former texts, each compared with the one in the editor. */
export function Versions({ document: { name, versions }, text, onRestore }: VersionsProps) {
  const [compared, setCompared] = useState<{ version: number; text: string } | null>(null);
  const { run, busy, error } = useAction();
  if (versions.length === 0) return null;
  return (
    <Panel title="Versions">
      <ul className="divide-y divide-sand">
        {versions.map(({ version, by, at }) => (
          <li key={version} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <span>
              Version {version}
              <span className="block text-bark text-small">
                {by ? `${by}, ${formatDateTime(at)}` : "Before the first change"}
              </span>
            </span>
            <Button
              type="button"
              className="button-quiet"
              disabled={busy}
              onClick={() =>
                void run(async () => {
                  const read = await call("readContentVersion", { params: { name, version: String(version) } });
                  setCompared({ version, text: read.text });
                })
              }
            >
              Compare<span className="sr-only"> version {version}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Problem error={error} />
      {compared && (
        <section aria-label={`Version ${compared.version} compared`} className="mt-3">
          <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
            <p>
              From version {compared.version} (−) to the editor (+){compared.text === text && ": the same"}
            </p>
            <Button
              type="button"
              className="button-quiet"
              disabled={compared.text === text}
              onClick={() => onRestore(compared.text)}
            >
              Put version {compared.version} into the editor
            </Button>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
          <pre tabIndex={0} className="max-h-96 overflow-auto border border-sand p-2 text-small">
            {diffLines(compared.text, text).map(({ text: line, kind }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat, and have no state
              <div key={at} className={`wrap-anywhere whitespace-pre-wrap ${LINE[kind]}`}>
                {MARK[kind]} {line}
              </div>
            ))}
          </pre>
        </section>
      )}
    </Panel>
  );
}
