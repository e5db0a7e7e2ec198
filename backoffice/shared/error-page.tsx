import type { ReactNode } from "react";
import { Link, useRouteError } from "react-router";
import { missingPermissionText, type Permission } from "../../contract/admin/permissions.ts";
import { RequestError } from "../api/client.ts";
import { Button } from "./button.tsx";
import { SubjectMissing } from "./load.ts";
import { Missing } from "./missing.tsx";

const TITLES: Readonly<Record<string, string>> & { permission_missing: string } = {
  permission_missing: "This page is not for your role",
  offline: "The shop can’t be reached",
  not_found: "We couldn’t find this page",
};

/** What is shown instead of a page that could not be loaded, and what can be done about it. */
export function ErrorPage({ onRetry, busy = false }: { onRetry: () => void; busy?: boolean }) {
  const error = useRouteError();
  if (error instanceof SubjectMissing) return <Missing subject={error.subject} />;
  const code = error instanceof RequestError ? error.code : "";
  return (
    <Instead
      title={TITLES[code] ?? "We couldn’t load this page"}
      message={error instanceof RequestError ? error.message : "Something went wrong on this page."}
    >
      {code === "permission_missing" || code === "not_found" ? (
        <ToHome />
      ) : (
        <Button type="button" className="button-primary" disabled={busy} onClick={onRetry}>
          Try again
        </Button>
      )}
    </Instead>
  );
}

/** What is shown instead of a page that the member's role lacks a permission for. */
export function NotPermitted({ permission }: { permission: Permission }) {
  return (
    <Instead title={TITLES.permission_missing} message={missingPermissionText(permission)}>
      <ToHome />
    </Instead>
  );
}

function ToHome() {
  return (
    <Link to="/" className="button-primary">
      Go to Home
    </Link>
  );
}

function Instead({ title, message, children }: { title: string; message: string; children: ReactNode }) {
  return (
    <div className="panel max-w-lg p-6">
      <title>{title}</title>
      <h1 className="mb-2">{title}</h1>
      <p role="alert" className="mb-4 text-bark">
        {message}
      </p>
      {children}
    </div>
  );
}
