/** Complete journeys through sign-up, login, Google and reset, with codes from the demo's mailbox. */

import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { sendDelayed } from "./delayed-request.ts";
import { followFooterLink } from "./footer.ts";
import { codeTo, logIn, mailTo, makeCustomer, newEmail, PASSWORD, sessionFromResponse } from "./people.ts";
import { storedSession, storedValue, storeSession } from "./stored-session.ts";
import { expect, requirements, test } from "./test.ts";

const boxes = (page: Page) => page.getByRole("group", { name: "Six-digit code" }).getByRole("textbox");
const digits = (page: Page) =>
  boxes(page).evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value).join(""));

async function fill(form: Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label, { exact: true }).fill(value);
}

/** Fills in Sign Up and continues to the code. */
async function requestCode(page: Page, email: string): Promise<void> {
  await page.goto("/signup");
  const main = page.getByRole("main");
  await fill(main, {
    "Full Name": "Asha Rao",
    "Email Address": email,
    Password: PASSWORD,
    "Confirm Password": PASSWORD,
  });
  await main.getByRole("checkbox").check();
  const request = page.waitForRequest("**/api/user/otp");
  await sendDelayed(
    page,
    "**/api/user/otp",
    main.getByRole("button", { name: "Signup" }),
    main.getByRole("textbox").first(),
  );
  expect((await request).postDataJSON()).toEqual({ email });
  await expect(page).toHaveURL(/\/otp\/verification$/);
}

/** A fake of Google's script, with its documented interface. */
const GOOGLE_SCRIPT = `
  let options;
  window.google = { accounts: { id: {
    initialize: (given) => { options = given; },
    renderButton: (place) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "Google's own button";
      button.onclick = () => options.callback({ credential: "token for " + options.nonce });
      place.append(button);
    },
  } } };`;

/** Opens Google's popup from Login or Sign Up. */
async function openGoogle(page: Page): Promise<Page> {
  let popup: Page | undefined;
  // Before hydration the button opens nothing.
  await expect(async () => {
    [popup] = await Promise.all([
      page.waitForEvent("popup", { timeout: 10_000 }),
      page.getByRole("main").getByRole("button", { name: "Sign in with Google" }).click(),
    ]);
  }).toPass();
  await expect((popup as Page).getByRole("heading", { name: "Choose an account" })).toBeVisible();
  return popup as Page;
}

test("signing up: the mailed code opens the account and logs in", {
  tag: "@phone",
  annotation: requirements(
    "S0.04, S1.08, S2.18, S2.89 to S2.97, S2.99, S3.01, S3.05, S3.09, S3.10, S4.05, S4.06, S4.16 to S4.18, S5.17, S6.03, S7.09, S7.10, S7.65 to S7.67, S8.17, S9.08",
  ),
}, async ({ page, faults }) => {
  faults.expect(/response (409|422)|status of (409|422)/);
  const email = newEmail();
  await requestCode(page, email);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1, name: "OTP Verification" })).toBeVisible();
  await expect(main.getByText("Please verify your email address")).toBeVisible();
  await expect(main).toContainText(`An email with a code was sent to ${email}`);
  await expect(main.getByText("Please enter the code below.")).toBeVisible();
  await expect(boxes(page)).toHaveCount(6);
  await expect(boxes(page).first()).toBeFocused();
  await expect(boxes(page).first()).toHaveAttribute("autocomplete", "one-time-code");
  await expect(boxes(page).first()).toHaveAttribute("inputmode", "numeric");
  expect(await page.evaluate(() => window.history.state.usr)).toMatchObject({
    email,
    name: "Asha Rao",
    password: PASSWORD,
  });

  const sent: string[] = [];
  page.on("request", (request) => request.url().endsWith("/user/register") && sent.push(request.url()));
  await main.getByRole("button", { name: "Verify" }).click();
  await expect(main.getByText("Please enter all 6 digits.")).toBeVisible();
  await boxes(page).first().focus();
  await page.keyboard.type("12345");
  await page.keyboard.press("Enter");
  await expect(main.getByRole("group", { name: "Six-digit code" })).toHaveAccessibleDescription(
    "Please enter all 6 digits.",
  );
  await expectAccessible(page, "main");
  // Shown to everybody, so that it does not reveal who has an account (R37).
  await expect(
    main.getByText("Already have an account? Log in or reset your password.", { exact: true }),
  ).toBeVisible();
  await expect(main.getByRole("link", { name: "Log in" })).toHaveAttribute("href", "/login");
  await expect(main.getByRole("link", { name: "reset your password" })).toHaveAttribute("href", "/forgot/password");

  expect(sent).toEqual([]);
  const code = await codeTo(page.request, email);
  expect(code).toMatch(/^\d{6}$/);
  const wrong = code === "123456" ? "654321" : "123456";
  await boxes(page).first().focus();
  await page.keyboard.type(wrong);
  const response = page.waitForResponse("**/api/user/register");
  await main.getByRole("button", { name: "Verify" }).click();
  await response;
  await expect(main.getByRole("alert")).toContainText(/code/);
  // To be typed again from the first box.
  await expect(boxes(page).first()).toBeFocused();
  expect(await digits(page)).toBe("");

  // The server's response if the email has got an account meanwhile.
  const taken = "This email already has an account. Please log in or reset your password.";
  await page.route("**/api/user/register", (route) =>
    route.fulfill({
      status: 409,
      json: {
        success: false,
        statusCode: 409,
        code: "email_taken",
        message: taken,
        errors: [{ field: "email", message: taken }],
      },
    }),
  );
  await page.keyboard.type(wrong);
  await main.getByRole("button", { name: "Verify" }).click();
  await expect(main.getByRole("alert")).toHaveText(taken);
  expect(await digits(page)).toBe(wrong);
  await page.unroute("**/api/user/register");

  // A reload preserves the previous page's input.
  await page.reload();
  await expect(boxes(page).first()).toBeFocused();
  await page.keyboard.type(code);
  const registered = page.waitForRequest("**/api/user/register");
  const session = sessionFromResponse(page, "user/register");
  await sendDelayed(page, "**/api/user/register", main.getByRole("button", { name: "Verify" }), boxes(page).first());
  expect((await registered).postDataJSON()).toEqual({ email, otp: code, password: PASSWORD, name: "Asha Rao" });
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("link", { name: "Profile of Asha Rao" })).toBeVisible();
  expect(await storedValue(page)).not.toContain("token");
  expect(await storedSession(page)).toEqual(await session);
  // The requests with a wrong code, with a taken email, and this one.
  expect(sent).toHaveLength(3);
});

test("logging in returns to the requested page, and survives a reload", {
  tag: "@phone",
  annotation: requirements("S0.04, S1.09, S1.15, S2.24, S2.25, S3.04, S6.02, S6.09, S7.06"),
}, async ({ page }) => {
  const { email } = await makeCustomer();
  await page.goto("/profile");
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => window.history.state.usr)).toEqual({ from: "/profile" });
  const main = page.getByRole("main");
  await expect(main.getByText("Please log in to see your profile.")).toBeVisible();
  await fill(main, { "Email Address": email, Password: PASSWORD });
  const session = sessionFromResponse(page, "user/login");
  await main.getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL(/\/profile$/);
  expect(await storedSession(page)).toEqual(await session);
  await expect(main.getByRole("heading", { level: 1, name: "My Profile" })).toBeVisible();
  await page.reload();
  await expect(main.getByRole("heading", { level: 1, name: "My Profile" })).toBeVisible();
  await page.goto("/login");
  await expect(page).toHaveURL(/\/$/);
});

test("a forgotten password: the code leads to a new one, which alone logs in", {
  tag: "@phone",
  annotation: requirements(
    "S1.11, S2.19, S2.76, S2.106 to S2.109, S4.03, S4.06, S4.20 to S4.23, S4.26, S4.27, S6.04, S7.11 to S7.14, S9.08",
  ),
}, async ({ page, faults }) => {
  faults.expect(/response 422|status of 422/);
  const { email } = await makeCustomer();
  const main = page.getByRole("main");
  await page.goto("/forgot/password");
  await main.getByLabel("Email Address").fill(email);
  await main.getByRole("button", { name: "Send reset link" }).click();
  await expect(page).toHaveURL(/\/otp\/verification\/password$/);
  expect(await page.evaluate(() => window.history.state.usr)).toMatchObject({ email });
  await expect(main.getByRole("heading", { level: 1, name: "Verify Account" })).toBeVisible();
  await expect(boxes(page)).toHaveCount(6);
  await expect(main.getByRole("button", { name: "Resend" })).toBeDisabled();
  const code = await codeTo(page.request, email);
  await boxes(page)
    .nth(3)
    .evaluate(
      (box, text) => {
        const data = new DataTransfer();
        data.setData("text", text);
        box.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
      },
      `Your code is ${code.slice(0, 3)} ${code.slice(3)}`,
    );
  expect(await digits(page)).toBe(code);
  const verified = page.waitForResponse("**/api/user/verify");
  await sendDelayed(page, "**/api/user/verify", main.getByRole("button", { name: "Verify" }), boxes(page).first());
  expect((await verified).request().postDataJSON()).toEqual({ email, otp: code });
  const { data: reset } = await (await verified).json();
  await expect(page).toHaveURL(`/change/password/${reset.token}`);
  await fill(main, { Password: "vetiver grass", "Confirm Password": "vetiver grass" });
  await main.getByRole("button", { name: "Change Password" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(main.getByText("Your password has been changed.")).toBeVisible();
  await fill(main, { "Email Address": email, Password: PASSWORD });
  await main.getByRole("button", { name: "Login" }).click();
  await expect(
    main.getByText("That email and password don’t match. Please try again, or reset your password."),
  ).toBeVisible();
  await fill(main, { Password: "vetiver grass" });
  await main.getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("link", { name: "Profile of Asha Rao" })).toBeVisible();
  expect(await storedSession(page)).toMatchObject({ email });
});

test("Google: an account chosen in the popup logs in; a popup that is closed leaves everything as it was", {
  tag: "@desktop",
  annotation: requirements("S1.10, S2.77, S3.06, S3.08, S4.04, S4.07, S4.08, S7.07, S7.08"),
}, async ({ page, faults }) => {
  faults.expect("Google sign-in: the popup was closed.");
  await page.goto("/login");
  const main = page.getByRole("main");
  await main.getByLabel("Email Address").fill("asha@");

  const calls: string[] = [];
  page.on("request", (request) => request.url().endsWith("/login/web") && calls.push(request.postData() ?? ""));
  const logged = page.waitForEvent("console", (message) => message.text().includes("popup was closed"));
  await (await openGoogle(page)).close();
  await logged;
  expect(calls).toEqual([]);
  await expect(page).toHaveURL(/\/login$/);
  await expect(main.getByLabel("Email Address")).toHaveValue("asha@");
  await expect(main.getByRole("alert")).toHaveText(["", ""]);

  const session = sessionFromResponse(page, "user/social/login/web");
  await (await openGoogle(page)).getByRole("button", { name: /Meera Nair/ }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await storedSession(page)).toEqual(await session);
  await expect(page.getByRole("link", { name: "Profile of Meera Nair" })).toBeVisible();
  expect(calls).toHaveLength(1);
  expect(Object.keys(JSON.parse(calls[0] ?? ""))).toEqual(["idToken"]);
});

test.describe("on one width", { tag: "@desktop" }, () => {
  test("a common password is rejected before a code is mailed, and Back from the code finds what was typed, except passwords", async ({
    page,
    faults,
  }) => {
    faults.expect(/response 422|status of 422/);
    const email = newEmail();
    const main = page.getByRole("main");
    await page.goto("/signup");
    const typed = { "Full Name": "Asha Rao", "Email Address": email };
    await fill(main, { ...typed, Password: "iloveyou", "Confirm Password": "iloveyou" });
    await main.getByRole("checkbox").check();
    await main.getByRole("button", { name: "Signup" }).click();
    await expect(
      main.getByText("This password is too common. Please choose one that is harder to guess."),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/signup$/);
    await fill(main, { Password: PASSWORD, "Confirm Password": PASSWORD });
    await main.getByRole("button", { name: "Signup" }).click();
    await expect(boxes(page).first()).toBeFocused();
    await page.goBack();
    for (const [label, value] of Object.entries({ ...typed, Password: "", "Confirm Password": "" }))
      await expect(main.getByLabel(label, { exact: true })).toHaveValue(value);
    await expect(main.getByRole("checkbox")).toBeChecked();
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(PASSWORD);
  });

  test("the six boxes by keyboard", { annotation: requirements("S5.40 to S5.44") }, async ({ page }) => {
    await page.goto("/signup");
    await requestCode(page, newEmail());
    const box = (n: number) => boxes(page).nth(n - 1);
    await page.keyboard.type("a- ");
    expect(await digits(page)).toBe("");
    await expect(box(1)).toBeFocused();
    await page.keyboard.type("123");
    await expect(box(4)).toBeFocused();
    await page.keyboard.press("Backspace");
    await expect(box(3)).toBeFocused();
    expect(await digits(page)).toBe("12");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Backspace");
    await expect(box(2)).toBeFocused();
    expect(await digits(page)).toBe("1");
    await page.keyboard.press("Home");
    await page.keyboard.type("9");
    await expect(box(2)).toBeFocused();
    expect(await digits(page)).toBe("9");
    await page.keyboard.type("876543");
    await expect(box(6)).toBeFocused();
    expect(await digits(page)).toHaveLength(6);
    await box(1).fill("123456");
    expect(await digits(page)).toBe("123456");
    // Typing the same digits again also moves the focus.
    await box(1).focus();
    await page.keyboard.type("129");
    await expect(box(4)).toBeFocused();
    expect(await digits(page)).toBe("129456");
  });

  test("another code can be requested after 30 seconds; it clears the boxes, an error does not", {
    annotation: requirements("S4.24, S7.17, S7.65, S7.68"),
  }, async ({ page, faults }) => {
    faults.expect(/response 500|status of 500/);
    const email = newEmail();
    await page.clock.install();
    await requestCode(page, email);
    const resend = page.getByRole("button", { name: "Resend" });
    await expect(resend).toBeDisabled();
    await expect(resend).toHaveText(/^Resend in (30|[12]?\d) s$/);
    await page.keyboard.type("123");
    await page.clock.runFor(31_000);
    await expect(resend).toBeEnabled();

    await page.route("**/api/user/otp", (route) =>
      route.fulfill({
        status: 500,
        json: { success: false, statusCode: 500, message: "Something went wrong on our side." },
      }),
    );
    await resend.click();
    await expect(page.getByRole("alert")).toContainText("Something went wrong");
    expect(await digits(page)).toBe("123");
    await page.unroute("**/api/user/otp");

    const bodies: unknown[] = [];
    await page.route("**/api/user/otp", (route) => {
      bodies.push(route.request().postDataJSON());
      return route.fulfill({ json: { success: true, statusCode: 200, data: {} } });
    });
    await resend.click();
    await expect(page.getByText("We’ve sent you a new code.")).toBeVisible();
    expect(await digits(page)).toBe("");
    expect(bodies).toEqual([{ email }]);
    await expect(resend).toBeDisabled();
  });

  test("a reset code that cannot be checked or sent again stays in its boxes; one that is sent again empties them", {
    annotation: requirements("S2.108, S4.24, S5.17, S7.69, S7.70, S8.10"),
  }, async ({ page, faults }) => {
    faults.expect(/response 500|status of 500/);
    const email = newEmail();
    await page.clock.install();
    await page.goto("/forgot/password");
    await page.getByRole("main").getByLabel("Email Address").fill(email);
    await page.getByRole("button", { name: "Send reset link" }).click();
    await expect(boxes(page).first()).toBeFocused();
    const broken = {
      status: 500,
      json: { success: false, statusCode: 500, message: "Something went wrong on our side." },
    };
    const problem = page.getByRole("alert").filter({ hasText: "Something went wrong" });
    const verify = page.getByRole("button", { name: "Verify" });
    const checked: unknown[] = [];
    await page.route("**/api/user/verify", (route) => {
      checked.push(route.request().postDataJSON());
      return route.fulfill(broken);
    });
    await page.keyboard.type("12345");
    await verify.click();
    await expect(page.getByRole("main").getByText("Please enter all 6 digits.")).toBeVisible();
    expect(checked).toEqual([]);
    await page.keyboard.type("6");
    await verify.click();
    await expect(problem).toBeVisible();
    expect(checked).toEqual([{ email, otp: "123456" }]);
    expect(await digits(page)).toBe("123456");

    await page.clock.runFor(31_000);
    const resend = page.getByRole("button", { name: "Resend" });
    const sent: unknown[] = [];
    let fails = true;
    await page.route("**/api/user/forgot-password", (route) => {
      sent.push(route.request().postDataJSON());
      return route.fulfill(fails ? broken : { json: { success: true, statusCode: 200, data: {} } });
    });
    await resend.click();
    await expect(problem).toBeVisible();
    expect(await digits(page)).toBe("123456");
    fails = false;
    await resend.click();
    await expect(page.getByText("We’ve sent you a new code.")).toBeVisible();
    expect(await digits(page)).toBe("");
    expect(sent).toEqual([{ email }, { email }]);
  });

  test("code pages without an email redirect back", { annotation: requirements("S2.98") }, async ({ page }) => {
    await page.goto("/otp/verification");
    await expect(page).toHaveURL(/\/login$/);
    await page.goto("/otp/verification/password");
    await expect(page).toHaveURL(/\/forgot\/password$/);
  });

  test("the link in the mail opens the page for a new password", async ({ page }) => {
    const { email } = await makeCustomer();
    await page.request.post("/api/user/forgot-password", { data: { email } });
    const { text } = await mailTo(page.request, email);
    const [, path = ""] = /(\/change\/password\/\S+)/.exec(text) ?? [];
    await page.goto(path);
    const main = page.getByRole("main");
    await fill(main, { Password: "vetiver grass", "Confirm Password": "vetiver grass" });
    await main.getByRole("button", { name: "Change Password" }).click();
    await expect(page).toHaveURL(/\/login$/);
    const response = await page.request.post("/api/user/login", { data: { email, password: "vetiver grass" } });
    expect(response.status()).toBe(200);
  });

  test("Sign Up's Google button: where Google is not authoritative, a mailed code links the accounts; a blocked popup is logged", {
    annotation: requirements("S2.87, S4.07, S8.18"),
  }, async ({ page, faults }) => {
    faults.expect(/response (409|500)|status of (409|500)|the popup was blocked/);
    const { email } = await makeCustomer();
    await page.goto("/signup");
    const google = page.getByRole("button", { name: "Sign in with Google" });
    await page.evaluate(() => {
      Object.assign(window, { openPopup: window.open, open: () => null });
    });
    const logged = page.waitForEvent("console", (message) => message.text().includes("popup was blocked"));
    await expect(async () => {
      await google.click();
      await Promise.race([logged, new Promise((_, reject) => setTimeout(reject, 5000))]);
    }).toPass();
    await page.evaluate(() => {
      const { openPopup } = window as unknown as { openPopup: typeof window.open };
      window.open = (...parts) => openPopup.apply(window, parts);
    });

    const choose = async () => {
      const [popup] = await Promise.all([page.waitForEvent("popup"), google.click()]);
      await popup.getByLabel("Email address", { exact: true }).fill(email);
      await popup.getByRole("button", { name: "Sign in", exact: true }).click();
    };
    await page.route("**/api/user/social/login/web", (route) =>
      route.fulfill({
        status: 500,
        json: { success: false, statusCode: 500, message: "Something went wrong on our side." },
      }),
    );
    await page.getByLabel("Full Name").fill("Asha");
    await choose();
    await expect(page.getByRole("alert").filter({ hasText: "Something went wrong" })).toBeVisible();
    await expect(page.getByLabel("Full Name")).toHaveValue("Asha");
    await page.unroute("**/api/user/social/login/web");

    await choose();
    await expect(page.getByText(/You already have an account with /)).toBeVisible();
    await expect(boxes(page).first()).toBeFocused();
    await page.keyboard.type(await codeTo(page.request, email));
    await page.getByRole("button", { name: "Link my accounts" }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole("link", { name: "Profile of Asha Rao" })).toBeVisible();
  });

  test("Sign Up's Google button signs in exactly as Login's", { annotation: requirements("S2.88") }, async ({
    page,
  }) => {
    await page.goto("/signup");
    const popup = await openGoogle(page);
    const sent = page.waitForRequest("**/api/user/social/login/web");
    await popup.getByRole("button", { name: /Arjun Mehta/ }).click();
    expect(Object.keys((await sent).postDataJSON())).toEqual(["idToken"]);
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole("link", { name: "Profile of Arjun Mehta" })).toBeVisible();
  });

  test("a Google button that waits for the shop shows it, and says when no response came", async ({ page, faults }) => {
    faults.expect(/api\/user\/social|status of 503/);
    const { promise: mayContinue, resolve: continueRequest } = Promise.withResolvers<void>();
    await page.route("**/api/user/social", async (route) => {
      await mayContinue;
      await route.fulfill({ status: 503, json: { success: false, statusCode: 503, message: "Busy." } });
    });
    await page.goto("/login");
    const button = page.getByRole("button", { name: "Sign in with Google" });
    await button.click();
    await expect(page.getByRole("button", { name: "Signing in with Google…" })).toBeDisabled();
    continueRequest();
    await expect(page.getByRole("main").getByText("We can’t reach Google right now.")).toBeVisible();
    await expect(button).toBeEnabled();
  });

  test("where Google's script does not come, a button tries again, and says when it has failed", async ({
    page,
    faults,
  }) => {
    faults.expect(/gsi\/client|sign-in could not be loaded|social\/login\/web|status of 4\d\d/);
    // A shop with Google's own button: its policy allows the script.
    await page.route("**/login", async (route) => {
      const response = await route.fetch();
      const { "content-security-policy": _, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    await page.route("**/api/user/social", (route) =>
      route.fulfill({
        json: { success: true, statusCode: 200, data: { clientId: "1.example", nonce: "n-1", popup: null } },
      }),
    );
    let arrives = false;
    await page.route("https://accounts.google.com/gsi/client", (route) =>
      arrives ? route.fulfill({ contentType: "text/javascript", body: GOOGLE_SCRIPT }) : route.abort(),
    );
    await page.goto("/login");
    const main = page.getByRole("main");
    const shopButton = main.getByRole("button", { name: "Sign in with Google" });
    const problem = main.getByText("We can’t reach Google right now.");
    await expect(shopButton).toBeVisible();
    await expect(problem).toHaveCount(0);
    await shopButton.click();
    await expect(problem).toBeVisible();

    arrives = true;
    await shopButton.click();
    const google = main.getByRole("button", { name: "Google's own button" });
    await expect(google).toBeVisible();
    await expect(shopButton).toHaveCount(0);
    await expect(problem).toHaveCount(0);
    const sent = page.waitForRequest("**/api/user/social/login/web");
    await google.click();
    expect((await sent).postDataJSON()).toEqual({ idToken: "token for n-1" });
  });

  test("every guest-only screen leads a customer home", {
    annotation: requirements("S2.15 to S2.20, S4.02, S6.05"),
  }, async ({ page }) => {
    await logIn(page);
    await page.goto("/login");
    await expect(page).toHaveURL(/\/$/);
    for (const path of [
      "/signup",
      "/forgot/password",
      "/otp/verification",
      "/otp/verification/password",
      "/change/password/abc",
    ]) {
      // Navigates client-side, without loading a document.
      await page.evaluate((address) => {
        window.history.pushState(null, "", address);
        window.dispatchEvent(new PopStateEvent("popstate"));
      }, path);
      await expect(page, path).toHaveURL(/\/$/);
    }
  });

  test("a session that is damaged, foreign or without a token is none; a guest's home loads neither cipher nor schemas", {
    annotation: requirements("S4.01"),
  }, async ({ page }) => {
    const scripts: Promise<string>[] = [];
    page.on("response", (response) => {
      if (/\.js$/.test(response.url())) scripts.push(response.text());
    });
    const loaded = async (mark: string) => (await Promise.all(scripts)).some((script) => script.includes(mark));
    const isGuest = async () => {
      await page.goto("/about-us");
      await expect(page.getByRole("link", { name: "Profile", exact: true })).toBeVisible();
    };
    await page.goto("/");
    await page.waitForLoadState("networkidle");
    expect(scripts.length).toBeGreaterThan(4);
    // Strings of the cipher's library and of every schema.
    expect(await loaded("aes key")).toBe(false);
    expect(await loaded("_zod")).toBe(false);
    for (const value of ["", "damaged", "ab".repeat(60), '{"token":"mine"}']) {
      await page.evaluate((kept) => localStorage.setItem("data", kept), value);
      await isGuest();
      await expect.poll(() => storedValue(page)).toBeNull();
    }
    await storeSession(page, { name: "Nobody" });
    await isGuest();
    await expect.poll(() => storedValue(page)).toBeNull();
    expect(await loaded("aes key")).toBe(true);
  });

  test("a login that cannot be stored, because the cipher's code does not load, lasts until the page is closed", async ({
    page,
    faults,
  }) => {
    faults.expect("session-cipher");
    const { email } = await makeCustomer();
    await page.route("**/assets/session-cipher-*.js", (route) => route.abort());
    await page.goto("/login");
    const main = page.getByRole("main");
    await fill(main, { "Email Address": email, Password: PASSWORD });
    await main.getByRole("button", { name: "Login" }).click();
    await expect(page.getByRole("link", { name: "Profile of Asha Rao" })).toBeVisible();
    expect(await storedValue(page)).toBeNull();
  });

  test("login and logout reach the other tabs at once", { annotation: requirements("S4.02") }, async ({
    page,
    context,
  }) => {
    const session = await logIn(page);
    const other = await context.newPage();
    // Pending requests would be rejected when the session ends.
    for (const tab of [page, other])
      await Promise.all([
        tab.waitForResponse("**/api/user"),
        tab.waitForResponse("**/api/user/devices"),
        tab.waitForResponse("**/api/user/address"),
        tab.goto("/profile"),
      ]);
    await expect(other.getByRole("heading", { level: 1, name: "My Profile" })).toBeVisible();
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(other).toHaveURL(/\/login$/);
    const { data: again } = await (
      await page.request.post("/api/user/login", { data: { email: session.email, password: PASSWORD } })
    ).json();
    await storeSession(page, again);
    await expect(other).toHaveURL(/\/profile$/);
  });

  for (const [statusCode, id] of [
    [401, "S4.09"],
    [403, "S4.10"],
  ] as const) {
    test(`any response with statusCode ${statusCode} ends the session and leads to the login`, {
      annotation: requirements(`${id}, S4.11, S8.02, S8.03`),
    }, async ({ page, faults }) => {
      faults.expect(/response 40\d|status of 40\d/);
      await logIn(page);
      // A page for everybody, and one for customers.
      await page.goto("/about-us");
      await expect(page.getByRole("link", { name: /^Profile of/ })).toBeVisible();
      await page.route("**/api/faqs", (route) =>
        route.fulfill({ status: 400, json: { success: false, statusCode, message: "Please log in." } }),
      );
      await followFooterLink(page, "FAQ");
      await expect(page).toHaveURL(/\/login$/);
      expect(await storedValue(page)).toBeNull();
      await expect(page.getByRole("link", { name: "Profile", exact: true })).toBeVisible();
    });
  }
});
