import { type BrowserContext, test as base, expect } from "@playwright/test";

export { expect };

interface Faults {
  /** Announces a fault that belongs to the test: part of what would be reported, or a pattern for it. */
  expect(fault: string | RegExp): void;
}

/**
 * Playwright's `test`, in which a shopper's browser must stay silent: an error or warning in the console, an exception in a page, a
 * failed request or an answer of 4xx or 5xx fails the test, unless the test announced it with `faults.expect`.
 */
export const test = base.extend<{ faults: Faults }>({
  faults: [
    async ({ context }, use) => {
      const announced: (string | RegExp)[] = [];
      const seen = watch(context);
      await use({ expect: (fault) => void announced.push(fault) });
      const isAnnounced = (fault: string) =>
        announced.some((known) => (typeof known === "string" ? fault.includes(known) : known.test(fault)));
      expect(
        seen.filter((fault) => !isAnnounced(fault)),
        "what the browser complained about",
      ).toEqual([]);
    },
    { auto: true },
  ],
});

/** Collects what goes wrong in any page of the context, one line for each fault. */
function watch(context: BrowserContext): string[] {
  const seen: string[] = [];
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type()))
      seen.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => seen.push(`exception: ${error.error().message}`));
  context.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "";
    // What the page itself gave up, because the shopper went on, is no failure.
    if (why !== "net::ERR_ABORTED") seen.push(`request failed: ${request.url()} ${why}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 400) seen.push(`answer ${response.status()}: ${response.url()}`);
  });
  return seen;
}
