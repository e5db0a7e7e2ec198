/** Customers of a test: their requests and mails. */

import { sql } from "drizzle-orm";
import { vi } from "vitest";
import { openSession } from "../../server/people/accounts/sessions.ts";
import type { Database } from "../../server/platform/database/database.ts";
import { customer } from "../../server/platform/database/schema.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import type { TestResponse, TestShop } from "./shop.ts";

export interface RequestOptions {
  /** Bearer token. */
  token?: string;
  /** The client's IP address. */
  ip?: string;
  headers?: Record<string, string>;
}

export interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  sentAt: string;
  attachments: { filename: string; contentType: string; size: number; path: string }[];
}

export const PASSWORD = "sandalwood";

export function peopleOf(shop: TestShop) {
  async function send(
    method: "GET" | "POST" | "PATCH" | "DELETE",
    path: string,
    body?: unknown,
    { token, ip, headers }: RequestOptions = {},
  ): Promise<TestResponse> {
    const response = await shop.app.inject({
      method,
      url: `/api/${path}`,
      ...(ip && { remoteAddress: ip }),
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    });
    return { status: response.statusCode, body: response.json(), headers: response.headers };
  }
  const post = (path: string, body?: unknown, sent?: RequestOptions) => send("POST", path, body, sent);
  const get = (path: string, token?: string) => send("GET", path, undefined, { token });

  async function allMailsTo(to: string): Promise<ReceivedMail[]> {
    return (await shop.get(`/sandbox/mail.json?to=${encodeURIComponent(to)}`)).body;
  }
  /** Waits for at least `count` mails to an email, newest first; without the welcome mail that every new customer gets. */
  async function mailsTo(to: string, count = 1): Promise<ReceivedMail[]> {
    return vi.waitFor(
      async () => {
        const mails = (await allMailsTo(to)).filter(({ subject }) => !subject.startsWith("Welcome to "));
        if (mails.length < count) throw new Error(`only ${mails.length} of ${count} mails came to ${to}`);
        return mails;
      },
      { timeout: LONGEST_WAIT_MS, interval: 25 },
    );
  }
  /** Waits for the mail with this subject. */
  async function mailAbout(to: string, subject: string): Promise<ReceivedMail> {
    return vi.waitFor(
      async () => {
        const found = (await allMailsTo(to)).find((mail) => mail.subject === subject);
        if (!found) throw new Error(`no mail "${subject}" came to ${to}`);
        return found;
      },
      { timeout: LONGEST_WAIT_MS, interval: 25 },
    );
  }
  const codeIn = ({ text }: ReceivedMail) => /^ {4}(\d{6})$/m.exec(text)?.[1] ?? "";
  const latestCode = async (to: string, count = 1) => codeIn((await mailsTo(to, count))[0] as ReceivedMail);

  /** Makes the codes of an email older. */
  async function ageCodes(email: string, seconds: number): Promise<void> {
    await shop.db.execute(sql`
      update one_time_code set sent_at = sent_at - ${seconds} * interval '1 second', expires_at = expires_at - ${seconds} * interval '1 second'
      where email = ${email}`);
  }

  async function signUp(
    email: string,
    { name = "Asha Rao", password = PASSWORD } = {},
  ): Promise<{ token: string; _id: string }> {
    const before = (await mailsTo(email, 0)).length;
    await post("user/otp", { email });
    const { body } = await post("user/register", { email, otp: await latestCode(email, before + 1), password, name });
    return body.data;
  }

  const logIn = (email: string, password = PASSWORD, sent?: RequestOptions) =>
    post("user/login", { email, password }, sent);

  return { send, post, get, mailsTo, mailAbout, codeIn, latestCode, ageCodes, signUp, logIn };
}

/** Inserts a customer with a session: sign-up has its own tests. */
export async function makeCustomer(
  db: Database,
  email: string,
  name = "Asha Rao",
): Promise<{ id: number; token: string }> {
  const [made] = await db.insert(customer).values({ email, name, mobile: "9000090000" }).returning();
  if (!made) throw new Error("the customer was not stored");
  const { token } = await openSession(db, made, "test");
  return { id: made.id, token };
}

/** A code that differs from this one. */
export function wrongCode(code: string, step = 1): string {
  return String((Number(code) + step) % 1_000_000).padStart(6, "0");
}

export async function rowsOf<T = Record<string, unknown>>(
  shop: TestShop,
  statement: ReturnType<typeof sql>,
): Promise<T[]> {
  return ((await shop.db.execute(statement)) as { rows: T[] }).rows;
}
