import { Link } from "react-router";
import type { AdminSetting } from "../../contract/admin/settings.ts";

/** Shows the deployment's settings, which only the machine's administrator changes. */
export function MachineSettings({ settings }: { settings: readonly AdminSetting[] }) {
  return (
    <>
      <p className="mb-3 max-w-prose text-bark">
        The shop reads these when it starts. Mail server, payment keys and web address are changed under{" "}
        <Link to="/connections" className="text-link">
          Connected services
        </Link>
        , the others on its machine: in the file .env, or with <code>npm run setup</code>. Then the shop is restarted.
        Secrets are not shown.
      </p>
      <dl className="panel divide-y divide-sand">
        {settings.map(({ name, meaning, value, source, liveProblem }) => (
          <div key={name} id={name} className="px-4 py-3">
            <dt className="wrap-anywhere font-semibold">{name}</dt>
            <dd className="wrap-anywhere">
              {value || "empty"}
              {source === "default" && <span className="text-bark"> (the default)</span>}
            </dd>
            {liveProblem && <dd className="text-terracotta">Before going live: {liveProblem}.</dd>}
            <dd className="text-bark text-small">{meaning}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
