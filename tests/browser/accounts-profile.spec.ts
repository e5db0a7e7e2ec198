/** A customer's profile. */

import type { Locator, Page, Route } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { sendDelayed } from "./delayed-request.ts";
import { followFooterLink } from "./footer.ts";
import { logIn, logInElsewhere, PASSWORD } from "./people.ts";
import { storedSession, storedValue, storeSession } from "./stored-session.ts";
import { expect, requirements, test } from "./test.ts";

const pane = (page: Page) => page.getByRole("tabpanel");
const panel = (page: Page) => page.getByRole("complementary", { name: "Your account" });
const field = (page: Page, label: string) => pane(page).getByLabel(label, { exact: true });
const save = (page: Page) => pane(page).getByRole("button", { name: "Save" });

async function openProfile(page: Page, tab = ""): Promise<void> {
  await page.goto(`/profile${tab}`);
  await expect(panel(page).getByRole("tab", { name: "My Profile" })).toBeVisible();
  if (!tab) await expect(save(page)).toBeVisible();
}

/** A square of one colour. */
async function picture(
  page: Page,
  type: "image/png" | "image/webp",
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const base64 = await page.evaluate((mime) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 64;
    const context = canvas.getContext("2d");
    if (context) context.fillStyle = "#2f4a36";
    context?.fillRect(0, 0, 64, 64);
    return canvas.toDataURL(mime).split(",")[1] ?? "";
  }, type);
  return { name: `me.${type.slice(6)}`, mimeType: type, buffer: Buffer.from(base64, "base64") };
}

async function expectRule(input: Locator, values: string[], message: string | null): Promise<void> {
  for (const value of values) {
    await input.fill(value);
    await input.blur();
    if (message) await expect(input, `“${value}”`).toHaveAccessibleDescription(message);
    else await expect(input, `“${value}”`).not.toHaveAttribute("aria-invalid");
  }
}

test("shows who is logged in, the panes by their keys, and Logout; accessible in every pane", {
  annotation: requirements("S0.08, S1.15, S2.197 to S2.204, S2.216, R49, WCAG 2.2 AA"),
}, async ({ page, isMobile }) => {
  const { email } = await logIn(page, "Meera Nair");
  await openProfile(page);
  await expect(panel(page).getByRole("tablist")).toHaveAttribute(
    "aria-orientation",
    isMobile ? "horizontal" : "vertical",
  );
  const expectOwner = async () => {
    await expect(panel(page).getByText("Meera Nair", { exact: true })).toBeVisible();
    await expect(panel(page).getByText(email, { exact: true })).toBeVisible();
  };
  await expectOwner();
  const tabs = panel(page).getByRole("tab");
  await expect(tabs).toHaveText(["My Profile", "Wishlist", "My Orders"]);
  await pane(page).getByRole("button", { name: "Add an address" }).click();
  await pane(page).getByRole("button", { name: "Save address" }).click();
  await expectAccessible(page, "main");
  for (const [name, key, heading] of [
    ["Wishlist", "4", "Wishlist"],
    ["My Orders", "5", "My Orders"],
    ["My Profile", "1", "My Profile"],
  ] as const) {
    await panel(page).getByRole("tab", { name }).click();
    await expect(pane(page)).toHaveAttribute("data-pane", key);
    await expect(pane(page).getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expectOwner();
    if (key === "4") await expectAccessible(page, "main");
  }
  await tabs.first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(panel(page).getByRole("tab", { name: "Wishlist" })).toBeFocused();
  await expect(pane(page)).toHaveAttribute("data-pane", "4");
  await page.keyboard.press("ArrowUp");
  await pane(page).getByRole("link", { name: "Update Password" }).click();
  await expect(pane(page)).toHaveAttribute("data-pane", "2");
  await expectOwner();
  await expect(panel(page).getByRole("tab", { name: "Update Password" })).toHaveCount(0);
  await expect(panel(page).getByRole("tab", { name: "My Profile" })).toHaveAttribute("aria-selected", "true");
  await expectAccessible(page, "main");
});

test("saves the form with a new picture, reads it again, and clears the choice", {
  tag: "@desktop",
  annotation: requirements(
    "S2.196, S2.207 to S2.212, S2.214, S2.215, S4.06, S4.64 to S4.66, S5.45 to S5.48, S7.22 to S7.28, S7.75, S7.76",
  ),
}, async ({ page }) => {
  const { name, token } = await logIn(page);
  await page.request.post("/api/user/update", {
    headers: { authorization: `Bearer ${token}` },
    multipart: { name, mobile_no: "", dob: "1990-04-25" },
  });
  await openProfile(page);
  for (const [index, label] of ["Name", "Mobile number", "Address", "City", "State", "Pincode"].entries())
    await expect(pane(page).locator("form :is(input:not([type=file]), textarea)").nth(index)).toHaveAccessibleName(
      label,
    );
  const avatar = panel(page).locator("img:visible");
  await expect(avatar).toHaveCount(0);
  await page.getByLabel("Profile picture").setInputFiles(await picture(page, "image/png"));
  await expect(avatar).toHaveAttribute("src", /^blob:/);

  await field(page, "Name").fill("  Asha R. Rao ");
  await field(page, "Mobile number").pressSequentially("98a7-6");
  await expect(field(page, "Mobile number")).toHaveValue("9876");
  await field(page, "Mobile number").fill("");
  await field(page, "Mobile number").pressSequentially("98450123456");
  await expect(field(page, "Mobile number")).toHaveValue("9845012345");
  await field(page, "Pincode").pressSequentially("56a00381");
  await expect(field(page, "Pincode")).toHaveValue("560038");
  await field(page, "Address").fill("27 Church Street");
  await field(page, "City").fill("Bengaluru");
  await field(page, "State").fill("Karnataka");

  const sent = page.waitForRequest("**/api/user/update");
  const read = page.waitForResponse((response) => response.url().endsWith("/api/user"));
  await save(page).click();
  const request = await sent;
  expect(request.headers()["content-type"]).toContain("multipart/form-data");
  await read;
  await expect(pane(page).getByText("Your profile has been saved.")).toBeVisible();
  await expect(avatar).toHaveAttribute("src", /^\/media\/customers\//);
  await expect(field(page, "Name")).toHaveValue("Asha R. Rao");
  await expect(panel(page).getByText("Asha R. Rao")).toBeVisible();
  await expect(page.getByRole("link", { name: "Profile of Asha R. Rao" })).toBeVisible();

  let parts = "";
  await page.route("**/api/user/update", async (route) => {
    parts = route.request().postDataBuffer()?.toString() ?? "";
    await route.continue();
  });
  await sendDelayed(page, "**/api/user/update", save(page), field(page, "City"));
  expect([...parts.matchAll(/ name="([^"]+)"\r\n\r\n(.*)\r\n/g)].map(([, part, value]) => [part, value])).toEqual([
    ["name", "Asha R. Rao"],
    ["mobile_no", "9845012345"],
    ["dob", "1990-04-25"],
    ["address[street]", "27 Church Street"],
    ["address[city]", "Bengaluru"],
    ["address[state]", "Karnataka"],
    ["address[pincode]", "560038"],
  ]);
  await page.reload();
  for (const [label, value] of Object.entries({
    Name: "Asha R. Rao",
    "Mobile number": "9845012345",
    Address: "27 Church Street",
    City: "Bengaluru",
    State: "Karnataka",
    Pincode: "560038",
  }))
    await expect(field(page, label)).toHaveValue(value);
  await expect(avatar).toHaveAttribute("src", /^\/media\/customers\//);
});

test.describe("on one width", { tag: "@desktop" }, () => {
  test("the rules of the form", {
    annotation: requirements("S2.213, S5.23 to S5.34, S5.36, S8.01, S9.03 to S9.07"),
  }, async ({ page }) => {
    await logIn(page);
    await openProfile(page);
    const calls: string[] = [];
    page.on("request", (request) => request.url().endsWith("/user/update") && calls.push(request.url()));
    const wrong = [
      ["Name", "a", "Name must be between 2 and 50 characters."],
      ["Mobile number", "1", "Mobile number must be 10 digits."],
      ["Address", "a", "Address must be between 2 and 255 characters."],
      ["City", "a", "City must be between 2 and 50 characters."],
      ["State", "a", "State must be between 2 and 50 characters."],
      ["Pincode", "1", "Pincode must be 6 digits and not start with 0."],
    ] as const;
    for (const [label, value] of wrong) await field(page, label).fill(value);
    await save(page).click();
    await expect(pane(page).locator("[aria-invalid=true]")).toHaveCount(wrong.length);
    for (const [label, , message] of wrong) {
      await expect(field(page, label)).toHaveAccessibleDescription(message);
      const [input, words] = await Promise.all([
        field(page, label).boundingBox(),
        pane(page).getByText(message).boundingBox(),
      ]);
      expect(words?.y, label).toBeGreaterThanOrEqual((input?.y ?? 0) + (input?.height ?? 0));
    }
    await expectRule(field(page, "Name"), ["", "  "], "Name is required.");
    await expectRule(field(page, "Name"), ["a", "n".repeat(51)], "Name must be between 2 and 50 characters.");
    await expectRule(field(page, "Name"), ["ab", "n".repeat(50)], null);
    await expectRule(field(page, "Mobile number"), ["984501234"], "Mobile number must be 10 digits.");
    await expectRule(field(page, "Mobile number"), ["9845012345", ""], null);
    await expectRule(field(page, "Address"), ["a", "a".repeat(256)], "Address must be between 2 and 255 characters.");
    await expectRule(field(page, "Address"), ["ab", "a".repeat(255), ""], null);
    for (const label of ["City", "State"]) {
      await expectRule(field(page, label), ["a", "a".repeat(51)], `${label} must be between 2 and 50 characters.`);
      await expectRule(field(page, label), ["ab", "a".repeat(50), ""], null);
    }
    await expectRule(field(page, "Pincode"), ["012345", "12345"], "Pincode must be 6 digits and not start with 0.");
    await save(page).click();
    await expect(field(page, "Pincode")).toBeFocused();
    expect(calls).toEqual([]);
    await expectRule(field(page, "Pincode"), ["100000", ""], null);
    await save(page).click();
    await expect(pane(page).getByText("Your profile has been saved.")).toBeVisible();
  });

  test("a picture that cannot be shown is rejected, and so is a fake one; the old one stays", {
    annotation: requirements("S2.215"),
  }, async ({ page, faults }) => {
    faults.expect(/response 422|status of 422/);
    await logIn(page);
    await openProfile(page);
    const choose = page.getByLabel("Profile picture");
    const refused = async (name: string, mimeType: string, buffer: Buffer, words: RegExp) => {
      await choose.setInputFiles({ name, mimeType, buffer });
      await expect(choose).toHaveAccessibleDescription(words);
      await expect(panel(page).locator("img:visible")).toHaveCount(0);
    };
    await refused("me.heic", "image/heic", Buffer.from("....ftypheic"), /We can’t open HEIC photos yet/);
    await refused("me.png", "image/png", Buffer.from("no picture"), /We can’t use this file/);
    await refused("me.pdf", "application/pdf", Buffer.from("%PDF-"), /We can’t use this file/);
    await refused("big.png", "image/png", Buffer.alloc(8 * 1024 * 1024 + 1), /up to 8 MB/);
    await choose.setInputFiles(await picture(page, "image/webp"));
    await expect(panel(page).locator("img:visible")).toHaveAttribute("src", /^blob:/);
    await expect(choose).toHaveAccessibleDescription("Press Save to keep this change.");
    await pane(page).getByRole("button", { name: "Undo", exact: true }).click();
    await expect(panel(page).locator("img:visible")).toHaveCount(0);
  });

  test("says when it cannot be read or saved, and keeps the input", { annotation: requirements("S8.08") }, async ({
    page,
    faults,
  }) => {
    faults.expect(/response 500|status of 500/);
    const broken = {
      status: 500,
      json: { success: false, statusCode: 500, message: "Something went wrong on our side." },
    };
    await logIn(page);
    await page.route("**/api/user", (route) => route.fulfill(broken));
    await page.goto("/profile");
    await expect(pane(page).getByRole("alert")).toContainText(
      /We couldn’t load your profile.*Something went wrong on our side\./s,
    );
    await page.unroute("**/api/user");
    await pane(page).getByRole("button", { name: "Try again" }).click();
    await expect(save(page)).toBeVisible();
    await page.route("**/api/user/update", (route) => route.fulfill(broken));
    await field(page, "City").fill("Mysuru");
    await save(page).click();
    await expect(pane(page).getByRole("alert").filter({ hasText: "Something went wrong" })).toBeVisible();
    await expect(field(page, "City")).toHaveValue("Mysuru");

    // Stored, but the profile cannot be read again: the page says that it is stored, and the chosen picture stays.
    await page.unroute("**/api/user/update");
    await page.route("**/api/user", (route) => route.fulfill(broken));
    await page.getByLabel("Profile picture").setInputFiles(await picture(page, "image/webp"));
    await save(page).click();
    await expect(pane(page).getByText("Your profile has been saved.")).toBeVisible();
    await expect(field(page, "City")).toHaveValue("Mysuru");
    await expect(panel(page).locator("img:visible")).toHaveAttribute("src", /^blob:/);
    await expect(page.getByLabel("Profile picture")).not.toHaveAccessibleDescription("Press Save to keep this change.");

    // Input typed while Save runs is neither lost nor shown as stored.
    await page.unroute("**/api/user");
    const { promise: mayContinue, resolve: continueRequest } = Promise.withResolvers<void>();
    await page.route("**/api/user/update", async (route) => {
      await mayContinue;
      await route.continue();
    });
    await save(page).click();
    await expect(save(page)).toBeDisabled();
    await field(page, "City").fill("Hampi");
    continueRequest();
    await expect(save(page)).toBeEnabled();
    await expect(field(page, "City")).toHaveValue("Hampi");
    await expect(pane(page).getByText("Your profile has been saved.")).toHaveCount(0);
    await page.unroute("**/api/user/update");
    await expect(save(page)).toBeEnabled();
  });

  test("Save is disabled until its call has succeeded, failed or taken two minutes", {
    annotation: requirements("S7.78"),
  }, async ({ page, faults }) => {
    faults.expect(/response 500|status of 500/);
    await logIn(page);
    await page.clock.install();
    await openProfile(page);
    let respond = async (_route: Route) => {};
    await page.route("**/api/user/update", (route) => respond(route));
    /** Presses Save. @returns the pending request */
    const press = async () => {
      const request = new Promise<Route>((resolve) => {
        respond = async (route) => resolve(route);
      });
      await save(page).click();
      await expect(save(page)).toBeDisabled();
      return request;
    };
    await (await press()).continue();
    await expect(pane(page).getByText("Your profile has been saved.")).toBeVisible();
    await expect(save(page)).toBeEnabled();
    await (await press()).fulfill({
      status: 500,
      json: { success: false, statusCode: 500, message: "Something went wrong on our side." },
    });
    await expect(pane(page).getByRole("alert").filter({ hasText: "Something went wrong" })).toBeVisible();
    await expect(save(page)).toBeEnabled();

    // From here on only the test advances the clock.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
    await press();
    await page.clock.fastForward(119_000);
    await expect(save(page)).toBeDisabled();
    await page.clock.runFor(1000);
    await expect(pane(page).getByRole("alert").filter({ hasText: "That took too long." })).toBeVisible();
    await expect(save(page)).toBeEnabled();
  });

  test("unsaved input survives a change of the tab, and a session that ended elsewhere", async ({ page, faults }) => {
    faults.expect(/response 401|status of 401/);
    const { email } = await logIn(page);
    await openProfile(page);
    await field(page, "City").fill("Mysuru");
    await panel(page).getByRole("tab", { name: "Wishlist" }).click();
    await panel(page).getByRole("tab", { name: "My Profile" }).click();
    await expect(field(page, "City")).toHaveValue("Mysuru");
    await expect(pane(page).getByText("We’ve kept what you typed. Press Save to keep it.")).toBeVisible();

    const other = await logInElsewhere(page.request, email);
    const changed = await page.request.post("/api/user/password", {
      headers: { authorization: `Bearer ${other.token}` },
      data: { currentPassword: PASSWORD, password: "vetiver grass" },
    });
    expect(changed.status()).toBe(200);
    await save(page).click();
    await expect(page).toHaveURL(/\/login$/);
    const main = page.getByRole("main");
    await expect(main.getByText("You’ve been logged out. Please log in again; your cart is safe.")).toBeVisible();
    await main.getByLabel("Email Address").fill(email);
    await main.getByLabel("Password", { exact: true }).fill("vetiver grass");
    await main.getByRole("button", { name: "Login" }).click();
    await expect(field(page, "City")).toHaveValue("Mysuru");
    await save(page).click();
    await expect(pane(page).getByText("Your profile has been saved.")).toBeVisible();
    await page.reload();
    await expect(field(page, "City")).toHaveValue("Mysuru");
  });

  test("the account can be deleted, with the password", async ({ page, faults }) => {
    faults.expect(/response 422|status of 422/);
    const { email } = await logIn(page);
    await openProfile(page);
    await pane(page).getByRole("link", { name: "Delete account" }).click();
    await expect(pane(page).getByRole("heading", { level: 1, name: "Delete account" })).toBeVisible();
    await expectAccessible(page, "main");
    await expect(pane(page).getByLabel("Keep them without my name")).toBeChecked();
    const remove = pane(page).getByRole("button", { name: "Delete account" });
    await field(page, "Password").fill("not this");
    await remove.click();
    await expect(field(page, "Password")).toHaveAccessibleDescription("Your current password isn’t right.");
    await field(page, "Password").fill(PASSWORD);
    await remove.click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByText("Your account has been deleted.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Profile", exact: true })).toBeVisible();
    expect(await storedValue(page)).toBeNull();
    const again = await page.request.post("/api/user/login", { data: { email, password: PASSWORD } });
    expect(again.status()).toBe(422);
  });

  test("Update Password is checked and stored; other devices are logged out, this one stays", {
    annotation: requirements("S2.203 to S2.206, R28"),
  }, async ({ page, faults }) => {
    faults.expect(/response 422|status of 422/);
    const { email } = await logIn(page);
    const elsewhere = await logInElsewhere(page.request, email);
    await openProfile(page, "?tab=2");
    await expect(pane(page).locator("input[type=password]")).toHaveCount(3);
    await expectRule(field(page, "Current password"), [""], "Password is required.");
    await expectRule(field(page, "New password"), ["12345"], "Password must be at least 6 characters.");
    await expectRule(field(page, "Confirm password"), ["1234"], "Passwords do not match.");
    await field(page, "Current password").fill("not this");
    await field(page, "New password").fill("vetiver grass");
    await field(page, "Confirm password").fill("vetiver grass");
    const update = pane(page).getByRole("button", { name: "Update Password" });
    await update.click();
    await expect(field(page, "Current password")).toHaveAccessibleDescription("Your current password isn’t right.");
    await expect(field(page, "New password")).toHaveValue("vetiver grass");
    await field(page, "Current password").fill(PASSWORD);
    await update.click();
    await expect(pane(page).getByText("Your password has been changed.")).toBeVisible();
    await expect(field(page, "Current password")).toHaveValue("");
    const session = (token: string) => page.request.get("/api/user", { headers: { authorization: `Bearer ${token}` } });
    expect((await session(elsewhere.token)).status()).toBe(401);
    const old = await page.request.post("/api/user/login", { data: { email, password: PASSWORD } });
    expect(old.status()).toBe(422);
    await logInElsewhere(page.request, email, "vetiver grass");
    await page.reload();
    await expect(panel(page).getByText(email)).toBeVisible();
  });

  test.describe("Saved addresses", () => {
    const book = (page: Page) => pane(page).getByRole("region", { name: "Saved addresses" });
    const entries = (page: Page) => book(page).getByRole("listitem");
    const HOME = { Pincode: "012345", City: "Pune", State: "Maharashtra", Address: "12 Rose Lane" };
    async function fill(page: Page, values: Partial<typeof HOME>): Promise<void> {
      for (const [label, value] of Object.entries(values))
        await book(page).getByLabel(label, { exact: true }).fill(value);
    }
    const saveAddress = (page: Page) => book(page).getByRole("button", { name: "Save address" }).click();

    test("are added, changed, made the default and deleted", async ({ page }) => {
      await logIn(page);
      await openProfile(page);
      await expect(book(page).getByText("You haven’t saved any addresses yet.")).toBeVisible();
      const add = book(page).getByRole("button", { name: "Add an address" });
      await add.click();
      await expect(book(page).getByLabel("Pincode", { exact: true })).toBeFocused();
      await fill(page, HOME);
      await saveAddress(page);
      await expect(entries(page)).toHaveText([/12 Rose Lane\s*Pune, Maharashtra 012345.*Default/]);
      await expect(add).toBeFocused();

      await add.click();
      await fill(page, { ...HOME, City: "Bengaluru", Address: "27 Church Street\nThird floor" });
      await saveAddress(page);
      await expect(entries(page)).toHaveCount(2);
      const second = entries(page).filter({ hasText: "Bengaluru" });
      await expect(second).toContainText("27 Church Street Third floor");
      await second.getByRole("button", { name: /^Set as default/ }).click();
      await expect(entries(page).first()).toHaveText(/Bengaluru.*Default/s);
      await expect(book(page).getByText("Default", { exact: true })).toHaveCount(1);

      await second.getByRole("button", { name: /^Edit/ }).click();
      await expect(book(page).getByLabel("Address", { exact: true })).toHaveValue("27 Church Street Third floor");
      await fill(page, { City: "Mysuru" });
      await saveAddress(page);
      await expect(entries(page).first()).toContainText("Mysuru");
      await expect(entries(page).first().getByRole("button", { name: /^Edit/ })).toBeFocused();

      await entries(page)
        .first()
        .getByRole("button", { name: /^Delete/ })
        .click();
      await expect(entries(page)).toHaveText([/12 Rose Lane.*Default/s]);
      await expect(book(page).getByRole("status")).toContainText("Address deleted.");
      await book(page).getByRole("button", { name: /^Undo/ }).click();
      await expect(entries(page)).toHaveText([/Mysuru.*Default/s, /12 Rose Lane/]);
      await expect(book(page).getByText("Address deleted.")).toBeHidden();
      await entries(page)
        .first()
        .getByRole("button", { name: /^Delete/ })
        .click();
      await expect(entries(page)).toHaveText([/12 Rose Lane.*Default/s]);
      await page.reload();
      await expect(entries(page)).toHaveText([/12 Rose Lane.*Default/s]);
    });

    test("are checked as in shipping: on save alone, all at once, each error until its field is edited", {
      annotation: requirements("S5.18 to S5.22, S5.37 to S5.39, R5, R7"),
    }, async ({ page }) => {
      await logIn(page);
      await openProfile(page);
      const calls: string[] = [];
      page.on("request", (request) => /\/user\/address$/.test(request.url()) && calls.push(request.method()));
      await book(page).getByRole("button", { name: "Add an address" }).click();
      const control = (label: string) => book(page).getByLabel(label, { exact: true });
      const labels = Object.keys(HOME);
      for (const [index, label] of labels.entries())
        await expect(book(page).getByRole("textbox").nth(index)).toHaveAccessibleName(label);
      expect(await control("Address").evaluate(({ tagName }) => tagName)).toBe("TEXTAREA");

      await control("Pincode").focus();
      await control("Pincode").blur();
      await expect(control("Pincode")).not.toHaveAttribute("aria-invalid");
      await fill(page, { City: "   " });
      await saveAddress(page);
      for (const label of labels) await expect(control(label)).toHaveAccessibleDescription(`${label} is required`);
      await expect(control("Pincode")).toBeFocused();
      await control("City").pressSequentially("P");
      await expect(control("City")).not.toHaveAttribute("aria-invalid");
      for (const label of ["Pincode", "State", "Address"])
        await expect(control(label)).toHaveAccessibleDescription(`${label} is required`);

      for (const pincode of ["12345", "1234567", "12a456"]) {
        await control("Pincode").fill(pincode);
        await expect(control("Pincode")).not.toHaveAttribute("aria-invalid");
        await saveAddress(page);
        await expect(control("Pincode")).toHaveAccessibleDescription("Invalid pincode");
      }
      expect(calls).not.toContain("POST");
      await fill(page, HOME);
      await saveAddress(page);
      await expect(entries(page)).toHaveCount(1);
    });

    test("show errors, and keep the input", async ({ page, faults }) => {
      faults.expect(/response 500|status of 500/);
      const broken = {
        status: 500,
        json: { success: false, statusCode: 500, message: "Something went wrong on our side." },
      };
      await logIn(page);
      await page.route("**/api/user/address", (route) => route.fulfill(broken));
      await openProfile(page);
      await expect(book(page).getByRole("alert")).toContainText("We couldn’t load your addresses.");
      await page.unroute("**/api/user/address");
      await book(page).getByRole("button", { name: "Try again" }).click();
      await book(page).getByRole("button", { name: "Add an address" }).click();
      await fill(page, HOME);
      await page.route("**/api/user/address", (route) => route.fulfill(broken));
      await saveAddress(page);
      await expect(book(page).getByRole("alert").filter({ hasText: "Something went wrong" })).toBeVisible();
      await expect(book(page).getByLabel("City", { exact: true })).toHaveValue("Pune");

      // The stored address shows although the book cannot be read again, and no other form opens while one is being stored.
      const { promise: mayContinue, resolve: continueRequest } = Promise.withResolvers<void>();
      await page.unroute("**/api/user/address");
      await page.route("**/api/user/address", async (route) => {
        if (route.request().method() === "GET") return route.fulfill(broken);
        await mayContinue;
        await route.continue();
      });
      await saveAddress(page);
      const add = book(page).getByRole("button", { name: "Add an address" });
      await expect(add).toBeDisabled();
      await add.click({ force: true });
      await expect(book(page).getByRole("button", { name: "Cancel" })).toBeDisabled();
      continueRequest();
      await expect(entries(page)).toHaveText([/12 Rose Lane.*Default/s]);
      await expect(book(page).getByRole("alert").first()).toContainText("We couldn’t refresh your addresses.");
      const reread = page.waitForResponse(
        (response) => response.request().method() === "GET" && response.url().endsWith("/api/user/address"),
      );
      await entries(page)
        .getByRole("button", { name: /^Delete/ })
        .click();
      await expect(book(page).getByText("You haven’t saved any addresses yet.")).toBeVisible();
      await reread;
      await page.unroute("**/api/user/address");
      await book(page).getByRole("button", { name: "Try again" }).click();
      await expect(book(page).getByRole("button", { name: "Try again" })).toHaveCount(0);
      await expect(book(page).getByRole("alert")).toBeEmpty();
    });
  });

  test("lists the devices, and logs one out", async ({ page }) => {
    const { email } = await logIn(page);
    const elsewhere = await logInElsewhere(page.request, email);
    await storeSession(page, await logInElsewhere(page.request, email));
    await openProfile(page);
    const devices = pane(page).getByRole("region", { name: "Where you are logged in" }).getByRole("listitem");
    await expect(devices).toHaveCount(3);
    await expect(devices).toHaveText([/This device.*Logged in/, /Last used.*Logged in/, /Last used.*Logged in/]);
    await devices
      .nth(1)
      .getByRole("button", { name: /^Log out/ })
      .click();
    await expect(devices).toHaveCount(2);
    await expect(
      pane(page)
        .getByRole("status")
        .filter({ hasText: / has been logged out\.$/ }),
    ).toBeVisible();
    const response = await page.request.get("/api/user", { headers: { authorization: `Bearer ${elsewhere.token}` } });
    expect(response.status()).toBe(401);
  });

  test("Logout ends the session here whatever the server says, and leads home", {
    annotation: requirements("S2.202, S4.12 to S4.14, S7.20, S8.15"),
  }, async ({ page, faults }) => {
    faults.expect(/response (401|500)|status of (401|500)/);
    const session = await logIn(page);
    const visited: string[] = [];
    page.on("framenavigated", (frame) => visited.push(new URL(frame.url()).pathname));
    await page.clock.install();
    for (const statusCode of [500, 401, "never", 200]) {
      let held: Route | undefined;
      await storeSession(page, session);
      await openProfile(page);
      await page.unroute("**/api/user/logout");
      if (statusCode !== 200)
        await page.route("**/api/user/logout", (route) => {
          if (typeof statusCode === "number")
            return route.fulfill({ status: statusCode, json: { success: false, statusCode, message: "No." } });
          held = route;
        });
      const sent = page.waitForRequest("**/api/user/logout");
      await panel(page).getByRole("button", { name: "Logout" }).click();
      expect((await sent).postData()).toBeNull();
      if (statusCode === "never") await page.clock.fastForward(120_000);
      await expect(page).toHaveURL(/\/$/);
      await expect(page.getByRole("link", { name: "Profile", exact: true })).toBeVisible();
      await expect(page.getByRole("status").getByText("You’ve been logged out.")).toBeAttached();
      expect(await storedValue(page)).toBeNull();
      // Without a route to hold it, the request would reach the server and end the next round's session.
      await held?.abort("aborted");
    }
    expect(visited).not.toContain("/login");
    const response = await page.request.get("/api/user", { headers: { authorization: `Bearer ${session.token}` } });
    expect(response.status()).toBe(401);
  });

  test("a Logout with a late response ends the session at once, and does not redirect a shopper who went on", async ({
    page,
  }) => {
    await logIn(page);
    await openProfile(page);
    let respond = () => {};
    await page.route("**/api/user/logout", (route) => {
      respond = () => void route.continue();
    });
    const sent = page.waitForRequest("**/api/user/logout");
    await panel(page).getByRole("button", { name: "Logout" }).click();
    await sent;
    expect(await storedValue(page)).toBeNull();
    await followFooterLink(page, "FAQ");
    await expect(page.getByRole("heading", { level: 1, name: "Frequently Asked Questions" })).toBeVisible();
    respond();
    await expect(page.getByRole("link", { name: "Profile", exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/faq$/);
  });

  test("a login in another tab during Logout is preserved", async ({ page }) => {
    const { email } = await logIn(page);
    const again = await logInElsewhere(page.request, email);
    await storeSession(page, again);
    const next = await storedValue(page);
    await storeSession(page, await logInElsewhere(page.request, email));
    await openProfile(page);
    // Like another tab: the URL is home's already, the page is still rendered.
    await page.evaluate((kept) => {
      const push = history.pushState.bind(history);
      history.pushState = (...given) => {
        push(...given);
        if (location.pathname === "/") localStorage.setItem("data", kept ?? "");
      };
    }, next);
    await panel(page).getByRole("button", { name: "Logout" }).click();
    await expect(page.getByRole("main").getByRole("heading", { name: "New Arrivals" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "My Profile" })).toBeHidden();
    expect(await storedSession(page)).toEqual(expect.objectContaining({ token: again.token }));
  });
});
