import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { PLAIN_PATH } from "./stored-session.ts";

export { expect };

/** The requirements of docs/requirements.md that a test proves: `requirements("S2.61, S5.23 to S5.26")`. */
export const requirements = (ids: string) => ({ type: "requirements", description: ids });

interface Faults {
  /** Expects a fault: part of its report, or a pattern. */
  expect(fault: string | RegExp): void;
}

/** A browser profile shared by a worker's tests, and the faults since the last check. */
interface Profile {
  context: BrowserContext;
  /** A blank page of the shop, open between tests too: while there is one, its process continues, with the code it has compiled. */
  blank: Page;
  seen: string[];
  /** Whether a test set the clock, which cannot be undone in a context. */
  hasClock: boolean;
  /** Continues with a new context. */
  renew(): Promise<void>;
}

/** A preload that is used later than "a few seconds" after the load: on a busy machine so is every one. */
const SLOW_PRELOAD = "was preloaded using link preload but not used within a few seconds";

/**
 * Playwright's `test`, which fails on any unexpected fault: an error or warning in the console, an exception in a page, a failed request or
 * a response of 4xx or 5xx, unless the test expects it with `faults.expect`.
 *
 * `page.goto` and `page.reload` wait for hydration, unless called with `waitUntil: "commit"`.
 *
 * Tests of a worker share one profile, so that fonts and scripts come from its cache; what a test stored is cleared after it. A test
 * without JavaScript gets its own context, and so does the one after a test that set the clock.
 *
 * Pages prefer reduced motion, which saves the processor hundreds of frames; a test of motion emulates `no-preference`.
 */
export const test = base.extend<{ faults: Faults }, { profile: Profile }>({
  profile: [
    async ({ browser }, use, { project }) => {
      const { viewport, deviceScaleFactor, isMobile, hasTouch, userAgent, locale, timezoneId } = project.use;
      const look = { viewport, deviceScaleFactor, isMobile, hasTouch, userAgent, locale, timezoneId };
      const profile = await openProfile(() =>
        browser.newContext({ ...look, reducedMotion: "reduce", baseURL: process.env.SHOP_URL }),
      );
      await use(profile);
      await profile.context.close();
    },
    { scope: "worker" },
  ],
  context: async ({ profile, javaScriptEnabled, browser, contextOptions, viewport, isMobile, baseURL }, use) => {
    if (javaScriptEnabled !== false) {
      await use(profile.context);
      if (profile.hasClock) await profile.renew();
      else await clearProfile(profile);
      return;
    }
    const context = await browser.newContext({ ...contextOptions, viewport, isMobile, baseURL, javaScriptEnabled });
    await use(context);
    await context.close();
  },
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) {
      const load = page.goto.bind(page);
      page.goto = async (url, options) => {
        const response = await load(url, options);
        if (options?.waitUntil !== "commit") await waitUntilReady(page);
        return response;
      };
      const reload = page.reload.bind(page);
      page.reload = async (options) => {
        const response = await reload(options);
        await waitUntilReady(page);
        return response;
      };
    }
    await use(page);
  },
  faults: [
    async ({ profile }, use) => {
      profile.seen.length = 0;
      const announced: (string | RegExp)[] = [SLOW_PRELOAD];
      await use({ expect: (fault) => void announced.push(fault) });
      const isAnnounced = (fault: string) =>
        announced.some((known) => (typeof known === "string" ? fault.includes(known) : known.test(fault)));
      expect(
        profile.seen.filter((fault) => !isAnnounced(fault)),
        "what the browser complained about",
      ).toEqual([]);
    },
    { auto: true },
  ],
});

/** Hundreds of loads wait for this; checking at every frame would make the browser render unneeded frames. */
const READY_POLLING_MS = 20;

/** Waits for hydration and deferred layout; returns at once for other pages. */
export async function waitUntilReady(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.querySelector('script[type="module"]') ||
      (window.history.scrollRestoration === "manual" && document.documentElement.dataset.arriving === undefined),
    undefined,
    { polling: READY_POLLING_MS, timeout: 45_000 },
  );
}

async function openProfile(newContext: () => Promise<BrowserContext>): Promise<Profile> {
  const context = await newContext();
  const profile: Profile = {
    context,
    blank: await openBlank(context),
    seen: [],
    hasClock: false,
    async renew() {
      await profile.context.close();
      profile.context = await newContext();
      profile.blank = await openBlank(profile.context);
      watch();
    },
  };
  const watch = () => {
    profile.hasClock = false;
    watchFaults(profile.context, profile.seen);
    if (SLOWDOWN > 1) profile.context.on("page", (page) => void slowDown(page));
    const { clock } = profile.context;
    const noteClock = <Setting extends (...given: never[]) => unknown>(set: Setting) =>
      ((...given: never[]) => {
        profile.hasClock = true;
        return set.apply(clock, given);
      }) as Setting;
    clock.install = noteClock(clock.install);
    clock.setFixedTime = noteClock(clock.setFixedTime);
    clock.setSystemTime = noteClock(clock.setSystemTime);
    clock.pauseAt = noteClock(clock.pauseAt);
  };
  watch();
  return profile;
}

/** How many times slower than this machine the browser's processor is: `SLOW_BROWSER=4 npm run test:browser`. */
const SLOWDOWN = Number(process.env.SLOW_BROWSER ?? 1);

async function slowDown(page: Page): Promise<void> {
  try {
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  } catch {
    // The page has closed already.
  }
}

async function openBlank(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(PLAIN_PATH);
  return page;
}

/** Closes every page but the blank one and clears what a test stored; keeps the HTTP cache. */
async function clearProfile(profile: Profile): Promise<void> {
  const { context } = profile;
  if (profile.blank.isClosed()) profile.blank = await openBlank(context);
  await context.unrouteAll({ behavior: "ignoreErrors" });
  // First, since an open page may still read something, which fails without its session.
  const used = context.pages().filter((open) => open !== profile.blank);
  await Promise.all(used.map((open) => open.close()));
  await context.clearCookies();
  const session = await context.newCDPSession(profile.blank);
  await session.send("Storage.clearDataForOrigin", {
    origin: new URL(process.env.SHOP_URL ?? "").origin,
    storageTypes: "all",
  });
  await session.detach();
}

/** Records each fault in any page of the context as a line. */
function watchFaults(context: BrowserContext, seen: string[]): void {
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type()))
      seen.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => {
    const { message } = error.error();
    // A navigation during a view transition skips its animation; React Router leaves the rejected promise unhandled.
    if (!message.startsWith("Transition was skipped")) seen.push(`exception: ${message}`);
  });
  context.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "";
    // Requests that the page itself cancelled, by a navigation, are no fault.
    if (why !== "net::ERR_ABORTED") seen.push(`request failed: ${request.url()} ${why}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 400) seen.push(`response ${response.status()}: ${response.url()}`);
  });
}
