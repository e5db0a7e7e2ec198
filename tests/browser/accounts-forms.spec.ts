/** Guests' forms, and the rules of section 5 of the specification. */

import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { newEmail } from "./people.ts";
import { expect, requirements, test } from "./test.ts";

async function open(page: Page, path: string): Promise<Locator> {
  await page.goto(path);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toBeVisible();
  return main;
}

/** Expects a field's message after each value; null for none. */
async function expectRule(field: Locator, values: string[], message: string | null): Promise<void> {
  for (const value of values) {
    await field.fill(value);
    await field.blur();
    if (message) await expect(field, `“${value}”`).toHaveAccessibleDescription(message);
    else await expect(field, `“${value}”`).not.toHaveAttribute("aria-invalid");
  }
}

function countRequests(page: Page, path: string): string[] {
  const seen: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && new URL(request.url()).pathname.endsWith(path))
      seen.push(request.postData() ?? "");
  });
  return seen;
}

// All forms share one layout; the longest is tested at both widths.
const FORMS = [
  ["/login", "Login", "S2.15, S2.64, S2.65, S2.67", ["Email Address", "Password"], "@phone"],
  ["/signup", "Sign Up", "S2.16, S2.78 to S2.81", ["Full Name", "Email Address", "Password", "Confirm Password"], []],
  ["/forgot/password", "Forgot Your Password", "S2.17, S2.100, S2.101", ["Email Address"], "@desktop"],
  ["/change/password/abc", "Change Password", "S2.20, S2.110", ["Password", "Confirm Password"], "@phone"],
] as const;

for (const [path, title, ids, labels, tag] of FORMS) {
  test(`${path} shows “${title}”, its fields in their order, and is accessible`, {
    tag: tag as string | string[],
    annotation: requirements(`${ids}, WCAG 2.2 AA`),
  }, async ({ page }) => {
    const main = await open(page, path);
    await expect(main.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    expect(await main.locator("form input:not([type=checkbox])").count()).toBe(labels.length);
    const fields = main.locator("form input:not([type=checkbox])");
    for (const [index, label] of labels.entries()) await expect(fields.nth(index)).toHaveAccessibleName(label);
    await main.locator("form button[type=submit]").click();
    await expect(main.locator("form [aria-invalid=true]").first()).toBeFocused();
    await expectAccessible(page, "main");
  });
}

test.describe("the rules of", { tag: "@desktop" }, () => {
  test("Login: texts, links, each message, and no request while there is one", {
    annotation: requirements("S2.66, S2.68 to S2.75, S5.01 to S5.04, S5.06, S5.07, S5.35, S8.01"),
  }, async ({ page }) => {
    const calls = countRequests(page, "/user/login");
    const main = await open(page, "/login");
    const email = main.getByLabel("Email Address");
    const password = main.getByLabel("Password", { exact: true });
    await expect(email).toHaveAttribute("placeholder", "Enter your email");
    await expect(email).toHaveAttribute("inputmode", "email");
    await expect(password).toHaveAttribute("placeholder", "Enter your password");
    await expect(password).not.toHaveAttribute("aria-invalid");
    for (const text of ["Don't have an Account?", "or sign in with"]) await expect(main.getByText(text)).toBeVisible();
    await expect(main.getByRole("button", { name: "Sign in with Google" })).toBeVisible();
    for (const [name, href] of [
      ["Forgot Password", "/forgot/password"],
      ["Sign up here", "/signup"],
      ["Open the demo inbox", "/sandbox/mail"],
    ] as const)
      await expect(main.getByRole("link", { name })).toHaveAttribute("href", href);
    await expect(main.getByText("demo@kewra.example")).toBeVisible();
    await expect(main.getByText("kewra-demo")).toBeVisible();

    await main.getByRole("button", { name: "Show password" }).click();
    await expect(password).toHaveAttribute("type", "text");
    await main.getByRole("button", { name: "Hide password" }).click();
    await expect(password).toHaveAttribute("type", "password");

    await expectRule(email, ["", "a", "a@b", "@b.co"], "Email is not valid.");
    await expectRule(email, ["a@b.co"], null);
    await expectRule(password, ["", "   "], "Password is required.");
    await main.getByRole("button", { name: "Login" }).click();
    await expect(password).toBeFocused();
    await expectRule(password, ["x"], null);
    // Validated again at every change.
    await email.fill("a@b");
    await expect(email).toHaveAccessibleDescription("Email is not valid.");
    const [field, words] = await Promise.all([
      email.boundingBox(),
      main.getByText("Email is not valid.").boundingBox(),
    ]);
    expect(words?.y).toBeGreaterThanOrEqual((field?.y ?? 0) + (field?.height ?? 0));
    await email.fill("a@b.co");
    await expect(email).not.toHaveAttribute("aria-invalid");
    expect(calls).toEqual([]);
  });

  test("Sign Up: the link to it, which no error moves while pressed, each message, own toggles, and no request meanwhile", {
    annotation: requirements("S2.82 to S2.87, S4.15, S5.01, S5.04, S5.05, S5.08 to S5.13, S8.01, S9.01, S9.02"),
  }, async ({ page }) => {
    const calls = countRequests(page, "/user/otp");
    const main = await open(page, "/login");
    const link = main.getByRole("link", { name: "Sign up here" });
    await main.getByLabel("Email Address").fill("a@b");
    const box = await link.boundingBox();
    // Its upper edge, which the email's error would move from under the pointer.
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 4);
    await page.mouse.down();
    await expect(main.getByLabel("Email Address")).not.toBeFocused();
    await expect(main.getByLabel("Email Address")).not.toHaveAttribute("aria-invalid");
    await page.mouse.up();
    await expect(page).toHaveURL("/signup");
    await expect(main.getByRole("heading", { level: 1, name: "Sign Up" })).toBeVisible();

    const name = main.getByLabel("Full Name");
    const password = main.getByLabel("Password", { exact: true });
    const confirm = main.getByLabel("Confirm Password", { exact: true });
    const terms = main.getByRole("checkbox");
    await expect(main.getByRole("link", { name: "Sign in here" })).toHaveAttribute("href", "/login");
    await expect(main.getByRole("button", { name: "Sign in with Google" })).toBeVisible();
    await expect(terms).toHaveAccessibleName("I accept the Terms And Conditions and the Privacy Policy");
    const atGoogle = main.getByText(
      "By continuing with Google, you accept the Terms And Conditions and the Privacy Policy.",
    );
    await expect(atGoogle.getByRole("link", { name: "Terms And Conditions" })).toHaveAttribute(
      "href",
      "/terms-conditions",
    );
    await expect(atGoogle.getByRole("link", { name: "Privacy Policy" })).toHaveAttribute("href", "/privacy-policy");

    await main.getByRole("button", { name: "Show confirm password" }).click();
    await expect(confirm).toHaveAttribute("type", "text");
    await expect(password).toHaveAttribute("type", "password");
    await main.getByRole("button", { name: "Hide confirm password" }).click();
    await main.getByRole("button", { name: "Show password", exact: true }).click();
    await expect(password).toHaveAttribute("type", "text");
    await expect(confirm).toHaveAttribute("type", "password");

    await expectRule(name, ["", "   "], "Name is required.");
    await expectRule(name, ["ab", "  ab ", "n".repeat(51)], "Name must be between 3 and 50 characters.");
    await expectRule(name, ["abc", "n".repeat(50)], null);
    await expectRule(main.getByLabel("Email Address"), ["a@b"], "Email is not valid.");
    await expectRule(main.getByLabel("Email Address"), [" a@b.co "], null);
    await expectRule(password, ["", "12345"], "Password must be at least 6 characters.");
    await expectRule(password, ["123456"], null);
    await expectRule(confirm, ["123457"], "Passwords do not match.");
    await expectRule(confirm, ["123456"], null);
    // Changing one field validates the other again.
    await password.fill("1234567");
    await expect(confirm).toHaveAccessibleDescription("Passwords do not match.");
    await password.fill("123456");
    await expect(confirm).not.toHaveAttribute("aria-invalid");
    await main.getByRole("button", { name: "Signup" }).click();
    await expect(terms).toBeFocused();
    await expect(terms).toHaveAccessibleDescription("You must accept the terms.");
    await terms.check();
    await expect(terms).not.toHaveAttribute("aria-invalid");
    expect(calls).toEqual([]);
  });

  test("Forgot Your Password and Change Password: texts, links, each message", {
    annotation: requirements(
      "S2.102, S2.103, S2.105, S2.111, S2.112, S2.114, S4.19, S4.25, S5.04, S5.14 to S5.16, S8.01, S9.01",
    ),
  }, async ({ page }) => {
    const calls = [countRequests(page, "/user/forgot-password"), countRequests(page, "/user/change-password")];
    let main = await open(page, "/forgot/password");
    await expect(main.getByText("enter your registered email")).toBeVisible();
    await expect(main.getByText("A link to reset the password will be sent")).toBeVisible();
    await expect(main.getByRole("link", { name: "Login to your account" })).toHaveAttribute("href", "/login");
    await expectRule(main.getByLabel("Email Address"), ["", "a@b"], "Email is not valid.");
    await main.getByRole("button", { name: "Send reset link" }).click();
    await expectRule(main.getByLabel("Email Address"), ["a@b.co"], null);

    main = await open(page, "/change/password/abc");
    const password = main.getByLabel("Password", { exact: true });
    const confirm = main.getByLabel("Confirm Password", { exact: true });
    await expect(page.locator("meta[name=referrer]")).toHaveAttribute("content", "no-referrer");
    await expect(main.getByRole("link", { name: "Back to login" })).toHaveAttribute("href", "/login");
    await main.getByRole("button", { name: "Show password", exact: true }).click();
    await expect(password).toHaveAttribute("type", "text");
    await expect(confirm).toHaveAttribute("type", "password");
    await main.getByRole("button", { name: "Hide password", exact: true }).click();
    await main.getByRole("button", { name: "Show confirm password" }).click();
    await expect(confirm).toHaveAttribute("type", "text");
    await expect(password).toHaveAttribute("type", "password");
    await expectRule(password, ["12345"], "Password must be at least 6 characters.");
    await expectRule(password, ["123456"], null);
    await expectRule(confirm, ["123457"], "Passwords do not match.");
    await main.getByRole("button", { name: "Change Password" }).click();
    await expect(confirm).toBeFocused();
    await expectRule(confirm, ["123456"], null);
    expect(calls).toEqual([[], []]);
  });
});

test.describe("a form under way", { tag: "@desktop" }, () => {
  test("is sent trimmed and once, its button disabled meanwhile, and keeps what was typed when it fails", {
    annotation: requirements("S2.104, S2.113, S4.06, S4.28, S5.05, S5.35, S7.05, S7.13, S7.18, S7.19, S8.10, S8.16"),
  }, async ({ page, faults }) => {
    faults.expect(/response (422|500)|status of (422|500)/);
    const failure = (statusCode: number, message: string) => ({
      status: statusCode,
      json: { success: false, statusCode, message },
    });
    for (const { path, call, button, fill, sent, response } of [
      {
        path: "/login",
        call: "user/login",
        button: "Login",
        fill: { "Email Address": " a@b.co ", Password: " secret1 " },
        sent: { email: "a@b.co", password: "secret1" },
        response: failure(422, "That email and password don’t match. Please try again, or reset your password."),
      },
      {
        path: "/forgot/password",
        call: "user/forgot-password",
        button: "Send reset link",
        fill: { "Email Address": "a@b.co" },
        sent: { email: "a@b.co" },
        response: failure(500, "Something went wrong on our side."),
      },
      {
        path: "/change/password/t1",
        call: "user/change-password",
        button: "Change Password",
        fill: { Password: "secret1", "Confirm Password": "secret1" },
        sent: { password: "secret1" },
        response: failure(500, "Something went wrong on our side."),
      },
      {
        path: "/change/password/t1",
        call: "user/change-password",
        button: "Change Password",
        fill: { Password: "secret1", "Confirm Password": "secret1" },
        sent: { password: "secret1" },
        response: failure(422, "This link is no longer valid. Please ask for a new one."),
      },
    ]) {
      const main = await open(page, path);
      let continueRequest = () => {};
      const mayContinue = new Promise<void>((resolve) => {
        continueRequest = resolve;
      });
      const calls: { body: unknown; bearer: string | undefined }[] = [];
      await page.route(`**/api/${call}`, async (route) => {
        calls.push({ body: route.request().postDataJSON(), bearer: route.request().headers().authorization });
        await mayContinue;
        await route.fulfill(response);
      });
      for (const [label, value] of Object.entries(fill)) await main.getByLabel(label, { exact: true }).fill(value);
      await main.getByRole("button", { name: button, exact: true }).click();
      await expect(main.getByRole("button", { name: button, exact: true })).toBeDisabled();
      // Enter submits a form even if its button cannot be pressed.
      await main.getByRole("textbox").first().press("Enter");
      continueRequest();
      await expect(main.getByRole("alert").filter({ hasText: response.json.message })).toBeVisible();
      await expect(main.getByRole("button", { name: button, exact: true })).toBeEnabled();
      for (const [label, value] of Object.entries(fill))
        await expect(main.getByLabel(label, { exact: true })).toHaveValue(
          label === "Email Address" ? value.trim() : value,
        );
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      expect(calls).toEqual([{ body: sent, bearer: path.includes("t1") ? "Bearer t1" : undefined }]);
    }
  });

  test("does not navigate after its page was left", async ({ page }) => {
    const main = await open(page, "/forgot/password");
    const { promise: mayContinue, resolve: continueRequest } = Promise.withResolvers<void>();
    await page.route("**/api/user/forgot-password", async (route) => {
      await mayContinue;
      await route.continue();
    });
    await main.getByLabel("Email Address").fill(newEmail());
    const response = page.waitForResponse("**/api/user/forgot-password");
    await main.getByRole("button", { name: "Send reset link" }).click();
    await main.getByRole("link", { name: "Login to your account" }).click();
    await expect(main.getByRole("heading", { level: 1, name: "Login" })).toBeVisible();
    continueRequest();
    await (await response).finished();
    // After another navigation the response has arrived.
    await main.getByRole("link", { name: "Sign Up" }).click();
    await expect(main.getByRole("heading", { level: 1, name: "Sign Up" })).toBeVisible();
    await expect(page).toHaveURL(/\/signup$/);
  });

  test("shows the server's error at the field until the field is changed", {
    annotation: requirements("S8.16"),
  }, async ({ page, faults }) => {
    faults.expect(/response 422|status of 422/);
    const main = await open(page, "/login");
    const password = main.getByLabel("Password", { exact: true });
    await main.getByLabel("Email Address").fill(newEmail());
    await password.fill("wrong one");
    await password.press("Enter");
    await expect(password).toHaveAccessibleDescription(
      "That email and password don’t match. Please try again, or reset your password.",
    );
    await expect(password).toBeFocused();
    await password.press("End");
    await password.pressSequentially("!");
    await expect(password).not.toHaveAttribute("aria-invalid");
  });
});
