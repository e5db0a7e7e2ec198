/** Steps of sign-up and login, for tests of something else. */

import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { hashToken, newToken } from "../../server/base/secrets.ts";
import { asAdmin } from "./database.ts";
import { storeSession } from "./stored-session.ts";

export const PASSWORD = "sandalwood";
/** Its hash; hashing it for each customer would take the processor as long as the rest of a test's preparation. */
const PASSWORD_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$pVD219Rb3RNlLrBQIrXoOg$RKlYlICp2dMdRCLEqqToxUlieDFHLRxUAnmkA5jFURw";

let made = 0;
/** An email unique in the run. */
export function newEmail(): string {
  made += 1;
  return `asha.${process.pid}.${Date.now()}.${made}@example.com`;
}

interface Mail {
  subject: string;
  text: string;
  html: string;
}

/** Waits for `count` mails and returns the latest; without the welcome mail that every new customer gets. */
export async function mailTo(request: APIRequestContext, email: string, count = 1): Promise<Mail> {
  let mails: Mail[] = [];
  await expect
    .poll(async () => {
      const all: Mail[] = await (await request.get(`/sandbox/mail.json?to=${encodeURIComponent(email)}`)).json();
      mails = all.filter(({ subject }) => !subject.startsWith("Welcome to "));
      return mails.length;
    })
    .toBeGreaterThanOrEqual(count);
  return mails[0] as Mail;
}

/** The code in the latest mail. */
export async function codeTo(request: APIRequestContext, email: string, count = 1): Promise<string> {
  const { text } = await mailTo(request, email, count);
  return /\b\d{6}\b/.exec(text)?.[0] ?? "no code";
}

export interface TestSession {
  token: string;
  _id: string;
  name: string;
  email: string;
  profile_image: string | null;
}

/** Fills in and submits Sign Up. */
export async function sendSignUp(page: Page, email: string, name = "Asha Rao"): Promise<void> {
  const main = page.getByRole("main");
  for (const [label, value] of Object.entries({
    "Full Name": name,
    "Email Address": email,
    Password: PASSWORD,
    "Confirm Password": PASSWORD,
  }))
    await main.getByLabel(label, { exact: true }).fill(value);
  await main.getByRole("checkbox").check();
  await main.getByRole("button", { name: "Signup" }).click();
}

/** Inserts a customer with a session into the shop of the tests: sign-up has its own tests. */
export async function makeCustomer(name = "Asha Rao"): Promise<TestSession> {
  const [email, token] = [newEmail(), newToken()];
  const [made] = await asAdmin(
    process.env.SHOP_DATABASE ?? "",
    `with made as (insert into customer (email, name, password_hash) values ($1, $2, $3) returning id, public_id),
      opened as (
        insert into session (customer_id, token_hash, user_agent, created_at, last_used_at)
        select id, $4, '', now(), now() from made
      )
    select public_id from made`,
    [email, name, PASSWORD_HASH, hashToken(token)],
  );
  return { token, _id: String(made?.public_id), name, email, profile_image: null };
}

/** Creates an account by the storefront's requests, in any shop. */
export async function signUp(request: APIRequestContext, name = "Asha Rao"): Promise<TestSession> {
  const email = newEmail();
  await request.post("/api/user/otp", { data: { email } });
  const otp = await codeTo(request, email);
  const response = await request.post("/api/user/register", { data: { email, otp, password: PASSWORD, name } });
  return (await response.json()).data;
}

/** Logs in from another device. */
export async function logInElsewhere(
  request: APIRequestContext,
  email: string,
  password = PASSWORD,
): Promise<TestSession> {
  const response = await request.post("/api/user/login", { data: { email, password } });
  expect(response.status()).toBe(200);
  return (await response.json()).data;
}

/** The response of the storefront's request that creates a session. */
export async function sessionFromResponse(page: Page, path: string): Promise<object> {
  const response = await page.waitForResponse(`**/api/${path}`);
  return (await response.json()).data;
}

/** A new, logged-in customer; no page is open yet. */
export async function logIn(page: Page, name?: string): Promise<TestSession> {
  const session = await makeCustomer(name);
  await storeSession(page, session);
  return session;
}
