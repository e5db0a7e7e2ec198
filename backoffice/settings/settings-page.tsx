import { useEffect } from "react";
import { Link, useLoaderData, useLocation, useSearchParams } from "react-router";
import { type AdminSetting, SETTING_SUBJECTS, type SettingSubject } from "../../contract/admin/settings.ts";
import { call } from "../api/client.ts";
import { Empty } from "../shared/empty.tsx";
import { load } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { SearchField } from "../shared/search-field.tsx";
import { Tabs } from "../shared/tabs.tsx";
import { BrandPreview } from "./brand-preview.tsx";
import { MachineSettings } from "./machine-settings.tsx";
import { NextNumbers } from "./next-numbers.tsx";
import { SettingsForm } from "./settings-form.tsx";

export const clientLoader = ({ request }: { request: Request }) => load(request, () => call("listSettings", {}));

const SUBJECTS = Object.entries(SETTING_SUBJECTS) as [SettingSubject, string][];

export default function SettingsPage() {
  const { settings, subjects } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const subject = SUBJECTS.find(([name]) => name === search.get("subject"))?.[0] ?? "shop";
  const searched = search.get("q")?.toLowerCase();
  const version = subjects.find((one) => one.subject === subject);
  // The go-live list links to one setting.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another subject has other settings
  useEffect(() => {
    const row = hash.length > 1 ? document.getElementById(hash.slice(1)) : null;
    row?.scrollIntoView({ block: "center" });
    row?.querySelector<HTMLElement>("input:not([type=checkbox]), textarea, select")?.focus({ preventScroll: true });
  }, [hash, subject]);
  return (
    <>
      <title>Settings</title>
      <PageHead title="Settings">
        <SearchField
          label="Search settings"
          placeholder="Such as GSTIN or returns"
          className="w-[calc(100vw-2rem)] md:w-80"
          queryFor={(q) => `?${new URLSearchParams(q ? { q } : { subject })}`}
        />
      </PageHead>
      <Tabs
        label="Subjects of settings"
        tabs={SUBJECTS.map(([key, name]) => {
          const open = settings.filter((one) => one.subject === key && one.liveProblem !== null).length;
          return {
            name,
            count: open,
            ofCount: "to check before going live",
            to: `?subject=${key}`,
            isCurrent: searched === undefined && key === subject,
          };
        })}
      />
      {searched !== undefined ? (
        <Found settings={settings} searched={searched} />
      ) : subject === "machine" ? (
        <MachineSettings settings={settings.filter((one) => one.subject === "machine")} />
      ) : (
        version && (
          <>
            <SettingsForm
              key={subject}
              subject={version}
              settings={settings.filter((one) => one.subject === subject)}
              {...(subject === "brand" && { preview: (values) => <BrandPreview values={values} /> })}
            />
            {subject === "seller" && <NextNumbers version={version.version} />}
          </>
        )
      )}
    </>
  );
}

function Found({ settings, searched }: { settings: readonly AdminSetting[]; searched: string }) {
  const found = settings.filter(({ name, label, meaning }) =>
    `${name} ${label} ${meaning}`.toLowerCase().includes(searched),
  );
  if (found.length === 0) return <Empty next={{ to: "?", name: "Show all settings" }}>No settings match.</Empty>;
  return (
    <ul className="panel divide-y divide-sand">
      {found.map(({ name, label, meaning, subject }) => (
        <li key={name} className="relative px-4 py-3 hover:bg-paper">
          <Link
            data-row
            to={`?subject=${subject}#${name}`}
            className="wrap-anywhere font-semibold text-leaf after:absolute after:inset-0"
          >
            {label}
          </Link>{" "}
          <span className="text-bark">{SETTING_SUBJECTS[subject]}</span>
          <p className="wrap-anywhere text-bark text-small">{meaning}</p>
        </li>
      ))}
    </ul>
  );
}
