/** How the browser sends requests, with fakes of the network and of `window`. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { followSession, sessionStore, storeSession } from "../session/session.ts";
import { browserDownload, browserSend } from "./browser.ts";
import { createClient } from "./client.ts";
import { ignoreNotFound, RequestError } from "./request.ts";

const client = createClient(browserSend);
const deleteAddress = () => ignoreNotFound(client.deleteAddress({ params: { id: "7" } }));

const SESSION = { token: "t0ken", _id: "1", name: "Asha", email: "asha@example.com", profile_image: null };

let reply: () => Promise<Response>;
let requests: { url: string; options: RequestInit }[];
const stored = new Map<string, string>();
let stopFollowing = () => {};

const json = (body: object, status = 200) => Promise.resolve(Response.json(body, { status }));
const headersOf = (index = 0) => new Headers(requests[index]?.options.headers);

/** Replies once the request is aborted, with an error as `fetch` does. */
const untilAborted = () => {
  const { signal } = requests.at(-1)?.options ?? {};
  return new Promise<never>((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener("abort", () => reject(signal.reason));
  });
};

beforeEach(() => {
  requests = [];
  stored.clear();
  reply = () => json({ success: true, statusCode: 200, data: {} });
  vi.stubGlobal("window", {
    addEventListener() {},
    removeEventListener() {},
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
  });
  vi.stubGlobal("fetch", (url: string, options: RequestInit) => {
    requests.push({ url, options });
    return reply();
  });
  stopFollowing = followSession("a secret");
});
afterEach(() => {
  stopFollowing();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("a request", () => {
  it("carries the session's token, and none as guest", { meta: { requirements: "S7.03, S7.04" } }, async () => {
    await client.listProducts({ query: { page: 2 } });
    expect(requests[0]?.url).toBe("/api/product?page=2");
    expect(headersOf().has("authorization")).toBe(false);
    await storeSession(SESSION);
    await client.readUser();
    expect(headersOf(1).get("authorization")).toBe("Bearer t0ken");
  });

  it("asks for the latest data for ten seconds after a review, and for cached data otherwise", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const readReviews = () => client.listReviews({ query: { product_id: "7" } });
    await readReviews();
    await client.deleteReview({ params: { id: "1" } });
    await readReviews();
    vi.advanceTimersByTime(10_000);
    await readReviews();
    expect([0, 1, 2, 3].map((index) => headersOf(index).get("cache-control"))).toEqual([null, null, "no-cache", null]);
  });

  it("sends another token when given one", { meta: { requirements: "S7.19" } }, async () => {
    await storeSession(SESSION);
    await client.changePassword({ body: { password: "x" }, token: "t1" });
    expect(headersOf().get("authorization")).toBe("Bearer t1");
    expect(headersOf().get("content-type")).toBe("application/json");
    expect(requests[0]?.options.body).toBe('{"password":"x"}');
  });

  it("sends a form as multipart, whose boundary the browser names, and nothing as nothing", {
    meta: { requirements: "S7.22, S7.20" },
  }, async () => {
    await client.updateUser({ body: { name: "Asha" }, files: { profile_image: null } });
    expect(headersOf().has("content-type")).toBe(false);
    expect(requests[0]?.options.body).toBeInstanceOf(FormData);
    await client.logout();
    expect(requests[1]?.options.body).toBeUndefined();
  });

  it("times out after 120000 ms, not before", { meta: { requirements: "S7.02, S9.33" } }, async () => {
    vi.useFakeTimers();
    reply = untilAborted;
    const ended = vi.fn();
    client.readUser().catch(ended);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(requests).toHaveLength(1);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 0 }));
  });

  it("is sent once, and returns a successful response", {
    meta: { requirements: "S7.79, S7.80" },
  }, async () => {
    const body = { success: true, statusCode: 200, data: { name: "Asha" } };
    reply = () => json(body);
    expect(await client.readUser()).toEqual(body.data);
    expect(requests).toHaveLength(1);
  });

  it("fails for anything but success, out of reach or out of time too", {
    meta: { requirements: "S7.81" },
  }, async () => {
    for (const body of [{ success: false, statusCode: 422, message: "No." }, {}, { data: 1 }]) {
      reply = () => json(body, 422);
      await expect(client.readUser()).rejects.toBeInstanceOf(RequestError);
    }
    reply = () => Promise.reject(new TypeError("offline"));
    await expect(client.readUser()).rejects.toMatchObject({ status: 0 });
    reply = () => Promise.reject(new DOMException("The operation timed out.", "TimeoutError"));
    await expect(client.readUser()).rejects.toMatchObject({ status: 0 });
  });
});

describe("the message of a failed request", () => {
  const ADVICE = "We couldn’t reach the shop. Please check your connection and try again.";

  it("is the shop's", async () => {
    reply = () => json({ success: false, statusCode: 422, message: "No." }, 422);
    await expect(client.readUser()).rejects.toMatchObject({ message: "No." });
  });

  it("says what to do without a response of the shop", async () => {
    for (const [status, body] of [
      [200, '{"success": tr'],
      [404, "<html>Not here</html>"],
      [502, "<html>Bad Gateway</html>"],
    ] as const) {
      reply = () => Promise.resolve(new Response(body, { status }));
      await expect(client.readUser()).rejects.toMatchObject({
        status,
        errorResponse: undefined,
        message: ADVICE,
      });
    }
    reply = () => Promise.reject(new TypeError("offline"));
    await expect(client.readUser()).rejects.toMatchObject({ message: ADVICE });
  });

  it("says that it took too long after a timeout", async () => {
    vi.useFakeTimers();
    reply = untilAborted;
    const answer = expect(client.readUser()).rejects.toMatchObject({
      status: 0,
      message: "That took too long. Please check your connection and try again.",
    });
    await vi.advanceTimersByTimeAsync(120_000);
    await answer;
  });
});

describe("a deletion", () => {
  it("of something already deleted succeeds", async () => {
    reply = () =>
      json({ success: false, statusCode: 404, code: "not_found", message: "There is no such address." }, 404);
    await expect(deleteAddress()).resolves.toBeUndefined();
    expect(requests[0]?.options.method).toBe("DELETE");
  });

  it("fails for any other error, and for a 404 that is not the shop's", async () => {
    reply = () => json({ success: false, statusCode: 500, message: "No." }, 500);
    await expect(deleteAddress()).rejects.toMatchObject({ status: 500 });
    reply = () => Promise.resolve(new Response("<html>Not here</html>", { status: 404 }));
    await expect(deleteAddress()).rejects.toMatchObject({ status: 404 });
  });
});

describe("a response that rejects the session", () => {
  for (const [code, id] of [
    [401, "S4.09"],
    [403, "S4.10"],
  ] as const) {
    it(`with statusCode ${code} in its body ends it, whatever the HTTP status`, {
      meta: { requirements: id },
    }, async () => {
      await storeSession(SESSION);
      expect(stored.has("data")).toBe(true);
      reply = () => json({ success: false, statusCode: code, message: "Please log in." }, 200);
      await expect(client.readUser()).rejects.toBeInstanceOf(RequestError);
      expect(stored.has("data")).toBe(false);
      expect(sessionStore.get()).toEqual({ isLoaded: true, session: null });
    });
  }

  it("does not affect a session that has replaced it meanwhile", async () => {
    await storeSession(SESSION);
    reply = async () => {
      await storeSession({ ...SESSION, token: "newer" });
      return json({ success: false, statusCode: 401, message: "Please log in." }, 401);
    };
    await expect(client.readUser()).rejects.toBeInstanceOf(RequestError);
    expect(sessionStore.get().session?.token).toBe("newer");
  });

  it("has no effect on logout, nor on what was asked before it and is answered after it", async () => {
    await storeSession({ ...SESSION, token: "leaving" });
    const reject = () => json({ success: false, statusCode: 401, message: "Please log in." }, 401);
    const { promise: later, resolve: answer } = Promise.withResolvers<void>();
    // The first is answered last.
    reply = () => (requests.length === 1 ? later.then(reject) : reject());
    const read = client.readUser();
    await expect(client.logout({ endsSession: true })).rejects.toBeInstanceOf(RequestError);
    answer();
    await expect(read).rejects.toBeInstanceOf(RequestError);
    expect(stored.has("data")).toBe(true);
  });
});

describe("a file", () => {
  it("is fetched as the customer whom it belongs to", async () => {
    await storeSession(SESSION);
    reply = () => Promise.resolve(new Response("%PDF-1.7", { headers: { "content-type": "application/pdf" } }));
    const file = await browserDownload("/order/KW-7Q4M-2XKD/invoice");
    expect(await file.text()).toBe("%PDF-1.7");
    expect(requests[0]?.url).toBe("/api/order/KW-7Q4M-2XKD/invoice");
    expect(headersOf().get("authorization")).toBe("Bearer t0ken");
  });

  it("that is rejected fails with the server's message, and ends an expired session", async () => {
    await storeSession(SESSION);
    reply = () => json({ success: false, statusCode: 404, code: "not_found", message: "There is no such order." }, 404);
    await expect(browserDownload("/order/KW-7Q4M-2XKD/invoice")).rejects.toMatchObject({
      status: 404,
      message: "There is no such order.",
    });
    reply = () => json({ success: false, statusCode: 401, message: "Please log in." }, 401);
    await expect(browserDownload("/order/KW-7Q4M-2XKD/invoice")).rejects.toBeInstanceOf(RequestError);
    expect(sessionStore.get()).toEqual({ isLoaded: true, session: null });
  });
});
