import { safeParse } from "zod/mini";
import type { ReceivedResponse } from "../documented.ts";
import type { Request, Response } from "./request.ts";
import type { Operation } from "./requests.ts";

/** Messages of libraries. */
const LIBRARY =
  /invalid (input|option|string)|expected .* received|too (big|small):|unrecognized key|FST_|HPE_|unexpected token/i;

/** The problems of a response, one sentence each. */
export function complaintsAbout(
  { endpoint, method }: Operation,
  request: Request,
  { status, headers, body }: Response,
  undocumented: (answered: ReceivedResponse) => string | null,
): string[] {
  const contentType = String(headers["content-type"] ?? "");
  const isJson = contentType.includes("json");
  const complaints: string[] = [];
  if (status >= 500) complaints.push(`answered ${status}`);
  if (headers["x-content-type-options"] !== "nosniff") complaints.push("has no nosniff");
  if (request.method === "HEAD") return complaints;
  if (status >= 400)
    complaints.push(...(isJson ? failureComplaints(status, body) : [`answered ${status} as "${contentType}"`]));
  if (status === 200 && isJson && endpoint && request.method === method) {
    const [issue] = safeParse(endpoint.response, JSON.parse(body.toString())).error?.issues ?? [];
    if (issue) complaints.push(`its answer breaks the contract at ${issue.path.join(".")}`);
  }
  const missing = undocumented({ method: request.method, url: request.path, status, contentType });
  if (missing) complaints.push(missing);
  return complaints;
}

/** The problems of an error's shape or message. */
function failureComplaints(status: number, body: Buffer): string[] {
  const text = body.toString();
  const { success, statusCode, message, errors, ...more } = JSON.parse(text) as Record<string, unknown>;
  const complaints: string[] = [];
  const isShaped = success === false && statusCode === status && typeof message === "string" && message !== "";
  if (!isShaped || Object.keys(more).length > 0) complaints.push(`has another shape: ${text.slice(0, 200)}`);
  if (LIBRARY.test(text)) complaints.push(`speaks in a library's words: ${text.slice(0, 200)}`);
  if (errors !== undefined && !(Array.isArray(errors) && errors.length > 0 && errors.every(isFieldError)))
    complaints.push(`has errors of another shape: ${text.slice(0, 200)}`);
  return complaints;
}

function isFieldError(error: unknown): boolean {
  const { field, message, ...more } = error as Record<string, unknown>;
  return typeof field === "string" && field !== "" && typeof message === "string" && Object.keys(more).length === 0;
}
