/** The login of Shiprocket's API: a token for ten days, kept in this process and renewed a day before it ends. */

import { DAY_MS, MINUTE_MS } from "../../../../contract/dates.ts";
import { readForeignJson } from "../../../base/foreign-json.ts";
import { type CourierFetch, type CourierRequest, requestCourier } from "../courier-request.ts";
import { CourierError } from "../provider.ts";
import * as wire from "./wire.ts";

const RENEW_AFTER_MS = 9 * DAY_MS;
/** After a wrong password nothing is tried for a while, since Shiprocket locks accounts that try too often. */
const PAUSE_AFTER_REFUSAL_MS = 10 * MINUTE_MS;

export interface ShiprocketAccount {
  email: string;
  password: string;
  /** Base URL of the API, such as https://apiv2.shiprocket.in/v1/external. */
  api: string;
  timeoutMs: number;
  fetch?: CourierFetch;
}

type Response = Awaited<ReturnType<typeof requestCourier>>;

export function createSession({ email, password, api, timeoutMs, fetch = globalThis.fetch }: ShiprocketAccount) {
  let current: { token: Promise<string>; since: number } | null = null;
  let refused: { error: CourierError; at: number } | null = null;

  async function logIn(): Promise<string> {
    const response = await requestCourier(
      `${api}/auth/login`,
      {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json" },
        body: JSON.stringify({ email, password }),
        acts: false,
      },
      { fetch, timeoutMs },
    );
    const read = response.status === 200 ? wire.login.safeParse(readForeignJson(response.body)) : null;
    if (read?.success) return read.data.token;
    throw loginError(response.status);
  }

  function token(): Promise<string> {
    if (refused && Date.now() - refused.at < PAUSE_AFTER_REFUSAL_MS) throw refused.error;
    if (current && Date.now() - current.since < RENEW_AFTER_MS) return current.token;
    const started = { token: logIn(), since: Date.now() };
    current = started;
    started.token.catch((error: unknown) => {
      if (current === started) current = null;
      if (error instanceof CourierError && error.reason === "credentials") refused = { error, at: Date.now() };
    });
    return started.token;
  }

  /** Sends a request with the token, once more with another token if it is not accepted. */
  async function send(path: string, request: CourierRequest & { json?: unknown }): Promise<Response> {
    const { json, ...rest } = request;
    for (let tries = 0; ; tries++) {
      const used = await token();
      const response = await requestCourier(
        `${api}${path}`,
        {
          ...rest,
          headers: {
            accept: "application/json",
            authorization: `Bearer ${used}`,
            ...(json !== undefined && { "content-type": "application/json" }),
          },
          ...(json !== undefined && { body: JSON.stringify(json) }),
        },
        { fetch, timeoutMs },
      );
      if (response.status !== 401) return response;
      current = null;
      if (tries > 0)
        throw new CourierError("refused", "credentials", "Shiprocket does not accept its own token (401).");
    }
  }

  return {
    send,
    /** Logs in again although the last login was refused: staff has asked for it. */
    async checkLogin(): Promise<void> {
      refused = null;
      current = null;
      await token();
    },
  };
}

function loginError(status: number): CourierError {
  if (status === 403) return new CourierError("not_sent", "blocked", "Shiprocket answers 403 to the login.");
  if (status === 429) return new CourierError("not_sent", "limit", "Shiprocket answers 429 to the login.");
  if (status >= 400 && status < 500)
    return new CourierError("refused", "credentials", `Shiprocket answers ${status} to the login.`);
  return new CourierError("not_sent", "unavailable", `Shiprocket answers ${status} to the login.`);
}
