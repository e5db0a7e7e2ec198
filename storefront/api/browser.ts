import { keepActKey, takeActKey } from "../../contract/act-keys.ts";
import type { Route } from "../../contract/endpoint.ts";
import type { EndpointName } from "../../contract/endpoints.ts";
import { REQUEST_TIMEOUT_MS } from "../../contract/limits.ts";
import { routes } from "../../contract/routes.ts";
import { readShopClock } from "../../contract/shop-clock.ts";
import { rejectSession, sessionToken } from "../session/session.ts";
import {
  type ApiRequest,
  RequestError,
  type RequestOptions,
  RequestTimeoutError,
  type Send,
  toResponseError,
} from "./request.ts";

/** Changes that public responses show: to reviews with their authors, and to stock. */
const SHOWN_TO_ALL = new Set<EndpointName>([
  "saveReview",
  "deleteReview",
  "updateUser",
  "closeAccount",
  "initPayment",
  "verifyPayment",
  "cancelOrder",
]);
/** For this long after such a change, requests ask for the latest data: twice as long as a reader may lag (server/platform/database/readers.ts). */
const READ_LATEST_MS = 10_000;
let wroteAt = Number.NEGATIVE_INFINITY;
/** The token that a logout ends: what its page has asked for meanwhile is rejected, which is no reason to show the login. */
let endedToken: string | undefined;

/**
 * Sends a request with `fetch`: with the session's token if there is one, for at most two minutes. A response with statusCode 401 or 403
 * ends the session.
 */
export const browserSend: Send = async ({ endpoint, params, query, body, ...options }) => {
  const route = { method: routes[endpoint].method, path: pathOf({ endpoint, params, query }) };
  const act = route.method === "GET" ? "" : JSON.stringify([route, body]);
  const key = act && takeActKey(act);
  const { response, bearer } = await fetchApi({ ...options, ...route, body, key }, "application/json").catch(
    (error: unknown) => {
      if (act) keepActKey(act, key);
      throw error;
    },
  );
  // The request may have been done, although its response is an error.
  if (act && response.status >= 500) keepActKey(act, key);
  if (SHOWN_TO_ALL.has(endpoint) && response.ok) wroteAt = performance.now();
  return { status: response.status, body: await readJson(response, options, bearer) };
};

/** Returns the path below `/api`, with the query. */
export function pathOf({ endpoint, params, query }: Pick<ApiRequest, "endpoint" | "params" | "query">): string {
  const path = routes[endpoint].path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams(query).toString();
  return search ? `${path}?${search}` : path;
}

/**
 * Downloads a file.
 * @throws RequestError
 */
export async function browserDownload(path: string): Promise<Blob> {
  const { response, bearer } = await fetchApi({ method: "GET", path }, "*/*");
  if (!response.ok) throw toResponseError(response.status, await readJson(response, {}, bearer));
  return response.blob().catch(() => {
    throw new RequestError(0);
  });
}

async function fetchApi(
  {
    method,
    path,
    body,
    key,
    token,
    outlivesPage,
    endsSession,
    signal,
  }: Route & RequestOptions & { body?: object | undefined; key?: string },
  accept: string,
) {
  const bearer = token ?? (await sessionToken());
  if (endsSession) endedToken = bearer;
  const json = body !== undefined && !(body instanceof FormData);
  const aborting = abortAfter(REQUEST_TIMEOUT_MS, signal);
  const response = await fetch(`/api${path}`, {
    method,
    headers: {
      accept,
      ...(json && { "content-type": "application/json" }),
      ...(method === "GET" && performance.now() - wroteAt < READ_LATEST_MS && { "cache-control": "no-cache" }),
      ...(key && { "idempotency-key": key }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
    ...(body !== undefined && { body: json ? JSON.stringify(body) : (body as FormData) }),
    ...(outlivesPage && { keepalive: true }),
    signal: aborting.signal,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw aborting.isTimedOut() ? new RequestTimeoutError() : new RequestError(0);
  });
  readShopClock(response);
  return { response, bearer };
}

/** A signal that aborts after a time, or when another does. Some supported browsers lack `AbortSignal.any`. */
function abortAfter(timeMs: number, other: AbortSignal | undefined) {
  const controller = new AbortController();
  let timedOut = false;
  setTimeout(() => {
    timedOut = true;
    controller.abort();
  }, timeMs);
  const follow = () => controller.abort(other?.reason);
  if (other?.aborted) follow();
  other?.addEventListener("abort", follow, { once: true });
  return { signal: controller.signal, isTimedOut: () => timedOut };
}

async function readJson(response: Response, { token }: RequestOptions, bearer: string | undefined): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null);
  // A 401 for a session that was replaced meanwhile does not concern the new one.
  const isEnded = bearer !== undefined && bearer === endedToken;
  if (!isEnded && isUnauthorized(body) && (token !== undefined || bearer === (await sessionToken()))) rejectSession();
  return body;
}

const isUnauthorized = (body: unknown) =>
  [401, 403].includes((body as { statusCode?: number } | null)?.statusCode ?? 0);
