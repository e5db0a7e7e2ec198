import { safeParse } from "zod/mini";
import { ERROR_CODES } from "../../contract/errors.ts";
import type { ReceivedResponse } from "../documented.ts";
import type { Request, Response } from "./request.ts";
import type { Operation } from "./requests.ts";

/** Error messages of libraries, which clients must not see. */
const LIBRARY_MESSAGE =
  /invalid (input|option|string)|expected .* received|too (big|small):|unrecognized key|FST_|HPE_|unexpected token/i;

/** The problems of a response, one sentence each. */
export function problemsOf(
  { endpoint, admin, agent, method }: Operation,
  request: Request,
  response: Response,
  undocumented: (response: ReceivedResponse) => string | null,
): string[] {
  const { status, headers, body } = response;
  const contentType = String(headers["content-type"] ?? "");
  const isJson = contentType.includes("json");
  const problems: string[] = [];
  if (status >= 500) problems.push(`responded ${status}`);
  if (headers["x-content-type-options"] !== "nosniff") problems.push("lacks X-Content-Type-Options: nosniff");
  if (request.method === "HEAD") return problems;
  if (agent) {
    if (LIBRARY_MESSAGE.test(body.toString())) problems.push("has a library's message");
    return [...problems, ...agent.problemsOf(request, response)];
  }
  if (status >= 400)
    problems.push(...(isJson ? errorProblems(status, body) : [`responded ${status} as "${contentType}"`]));
  const schema = endpoint?.response ?? admin?.response;
  if (status === 200 && isJson && schema && request.method === method) {
    const [issue] = safeParse(schema, JSON.parse(body.toString())).error?.issues ?? [];
    if (issue) problems.push(`the response violates the contract at ${issue.path.join(".")}`);
  }
  const mismatch = undocumented({ method: request.method, url: request.path, status, contentType });
  if (mismatch) problems.push(mismatch);
  return problems;
}

/** The problems of an error's shape or message. */
function errorProblems(status: number, body: Buffer): string[] {
  const text = body.toString();
  const { success, statusCode, code, message, errors, ...more } = JSON.parse(text) as Record<string, unknown>;
  const problems: string[] = [];
  const isShaped =
    success === false &&
    statusCode === status &&
    Object.hasOwn(ERROR_CODES, String(code)) &&
    typeof message === "string" &&
    message !== "";
  if (!isShaped || Object.keys(more).length > 0) problems.push(`is not an error response: ${text.slice(0, 200)}`);
  if (LIBRARY_MESSAGE.test(text)) problems.push(`has a library's message: ${text.slice(0, 200)}`);
  if (errors !== undefined && !(Array.isArray(errors) && errors.length > 0 && errors.every(isFieldError)))
    problems.push(`has malformed field errors: ${text.slice(0, 200)}`);
  return problems;
}

function isFieldError(error: unknown): boolean {
  const { field, message, ...more } = error as Record<string, unknown>;
  return typeof field === "string" && field !== "" && typeof message === "string" && Object.keys(more).length === 0;
}
