import { type BrowserContext, test as base, expect, type Page, type ViewportSize } from "@playwright/test";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { PLAIN_PATH } from "./stored-session.ts";

export { expect };

/** The requirements of docs/requirements.md that a test proves: `requirements("S2.61, S5.23 to S5.26")`. */
export const requirements = (ids: string) => ({ type: "requirements", description: ids });

interface Faults {
  /** Expects a fault: part of its report, or a pattern. */
  expect(fault: string | RegExp): void;
}

/** A browser profile with a page, shared by a worker's tests, and the faults since the last check. */
interface Profile {
  context: BrowserContext;
  /** Open between tests too, since a load in a new page takes twice the processor time: its process has compiled the code already. */
  page: Page;
  /** Undoes what a test set on the page. */
  undo: (() => Promise<unknown>)[];
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
 * Tests of a worker share one profile and page, so that fonts and scripts come from its cache; what a test stored or set is cleared after
 * it. A test without JavaScript gets its own context, and so does the one after a test that set the clock.
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
      else await clearProfile(profile, viewport);
      return;
    }
    const context = await browser.newContext({ ...contextOptions, viewport, isMobile, baseURL, javaScriptEnabled });
    await use(context);
    await context.close();
  },
  page: ({ profile, context, javaScriptEnabled }, use) =>
    javaScriptEnabled === false ? context.newPage().then(use) : use(profile.page),
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
    { polling: READY_POLLING_MS, timeout: LONGEST_WAIT_MS },
  );
}

async function openProfile(newContext: () => Promise<BrowserContext>): Promise<Profile> {
  const context = await newContext();
  const undo: Profile["undo"] = [];
  const profile: Profile = {
    context,
    page: await openPage(context, undo),
    undo,
    seen: [],
    hasClock: false,
    async renew() {
      await profile.context.close();
      undo.length = 0;
      profile.context = await newContext();
      profile.page = await openPage(profile.context, undo);
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

/** Opens a page whose `goto` and `reload` wait for hydration, and which adds to `undo` what is set on it. */
async function openPage(context: BrowserContext, undo: Profile["undo"]): Promise<Page> {
  const page = await context.newPage();
  await page.goto(PLAIN_PATH);
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
  const addInitScript = page.addInitScript.bind(page);
  page.addInitScript = async (...given) => {
    const script = await addInitScript(...given);
    undo.push(() => script.dispose());
    return script;
  };
  const emulateMedia = page.emulateMedia.bind(page);
  page.emulateMedia = async (options) => {
    undo.push(() => emulateMedia({ reducedMotion: "reduce" }));
    await emulateMedia(options);
  };
  return page;
}

/** The events of a page that tests listen to. */
const EVENTS = ["request", "response", "requestfailed", "framenavigated", "console", "pageerror", "dialog"];

/** Closes every page but the profile's, and clears what a test stored or set; keeps the HTTP cache. */
async function clearProfile(profile: Profile, viewport: ViewportSize | null): Promise<void> {
  const { context } = profile;
  await context.unrouteAll({ behavior: "ignoreErrors" });
  const isUsable = !profile.page.isClosed() && context.serviceWorkers().length === 0;
  if (!isUsable) profile.page = await openPage(context, profile.undo);
  const { page } = profile;
  await page.unrouteAll({ behavior: "ignoreErrors" });
  for (const event of EVENTS) page.removeAllListeners(event);
  for (const undo of profile.undo.splice(0)) if (isUsable) await undo();
  if (viewport) await page.setViewportSize(viewport);
  // First, since an open page may still read something, which fails without its session.
  await page.goto(PLAIN_PATH);
  await Promise.all(
    context
      .pages()
      .filter((open) => open !== page)
      .map((open) => open.close()),
  );
  await page.mouse.move(-1, -1);
  await page.evaluate(() => sessionStorage.clear());
  await context.clearCookies();
  const session = await context.newCDPSession(page);
  await session.send("Page.resetNavigationHistory");
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
