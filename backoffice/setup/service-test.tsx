import { useRevalidator } from "react-router";
import type { Service, ServiceState } from "../../contract/admin/go-live.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { useMe } from "../shared/session.ts";
import { useAction } from "../shared/use-action.ts";

export const SERVICE_NAMES: Readonly<Record<Service, string>> = {
  database: "Database",
  payments: "Payment provider",
  mail: "Mail server",
  media: "Pictures and videos",
  cdn: "CDN",
};

/** Shows the state of an external service, with a button that tests it now. */
export function ServiceTest({ state }: { state: ServiceState | undefined }) {
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const { email } = useMe();
  if (!state) return null;
  const { service, detail, isUsed, succeededAt, failedAt, error: lastError } = state;
  const isFailing = failedAt !== null && (succeededAt === null || failedAt > succeededAt);
  return (
    <div className="mt-2 grid gap-1">
      <p className="wrap-anywhere text-small">
        <span className="inline-block text-bark first-letter:uppercase">{detail}.</span>{" "}
        {succeededAt ? `Last success: ${formatDateTime(succeededAt)}.` : isUsed && "Not tested yet."}
      </p>
      {failedAt && (
        <p className={`wrap-anywhere text-small ${isFailing ? "text-terracotta" : "text-bark"}`}>
          Last error, {formatDateTime(failedAt)}: {lastError}
        </p>
      )}
      <Problem error={error} />
      {isUsed && (
        <Button
          type="button"
          className="button-quiet max-w-full justify-self-start wrap-anywhere"
          disabled={busy}
          onClick={async () => {
            await run(() => call("testService", { params: { service } }));
            await revalidate();
          }}
        >
          {busy
            ? "Testing …"
            : service === "mail"
              ? `Send a test email to ${email}`
              : `Test the ${SERVICE_NAMES[service].toLowerCase()}`}
        </Button>
      )}
    </div>
  );
}
