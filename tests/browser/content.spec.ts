/** Text pages, Contact and FAQs. */

import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { sendDelayed } from "./delayed-request.ts";
import { followFooterLink } from "./footer.ts";
import { newEmail } from "./people.ts";
import { expect, requirements, test } from "./test.ts";

// They share one layout, so each is tested at one width.
const PAGES = [
  ["/about-us", "About Us", "S2.12, S2.229", "@phone"],
  ["/privacy-policy", "Privacy Policy", "S2.09, S2.230", "@desktop"],
  ["/refund-plocy", "Refund And Return Policy", "S2.11, S2.231", "@phone"],
  ["/terms-conditions", "Terms And Conditions", "S2.10, S2.232", "@desktop"],
] as const;

const CONTACT_FIELDS = ["Name", "Email", "Phone Number", "Address"] as const;

async function fillContact(page: Page, email: string): Promise<void> {
  const values = ["Asha Rao", email, "+91 98450 12345", "Indiranagar, Bengaluru 560038"];
  const main = page.getByRole("main");
  for (const [at, label] of CONTACT_FIELDS.entries()) await main.getByLabel(label).fill(values[at] ?? "");
}

test.describe("pages of text", () => {
  for (const [path, title, ids, tag] of PAGES) {
    test(`${path} is public and says what it is`, { tag, annotation: requirements(ids) }, async ({ page }) => {
      const response = await page.goto(path);
      expect(response?.status()).toBe(200);
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expect(page).toHaveTitle(new RegExp(`^${title} · `));
      await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", new RegExp(`${path}$`));
      await expect(page.locator('meta[name="description"]')).toHaveAttribute("content", /.{40,}/);
      await expect(page.locator('meta[property="og:title"]')).toHaveAttribute("content", new RegExp(`^${title}`));
      // A story does not age like a policy.
      const isPolicy = path !== "/about-us";
      await expect(page.getByText(/^Last updated \d{1,2} \w+ \d{4}$/)).toHaveCount(isPolicy ? 1 : 0);
      await expectAccessible(page);
    });
  }

  test("About Us goes on to where the flower grows", { tag: "@phone" }, async ({ page }) => {
    await page.goto("/about-us");
    const story = page.getByRole("region", { name: "A flower from Ganjam" });
    await expect(story.getByRole("img", { name: /kewra from Ganjam/ })).toBeVisible();
    await story.getByRole("link", { name: "Discover Kewra Bloom" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Kewra Bloom" })).toBeVisible();
  });

  test("share one layout: list of contents, sections, a way to ask", {
    tag: "@phone",
    annotation: requirements("S2.233"),
  }, async ({ page }) => {
    for (const [path] of PAGES) {
      await page.goto(path);
      const main = page.getByRole("main");
      const sections = await main.getByRole("region").count();
      expect(sections).toBeGreaterThan(3);
      await expect(page.getByRole("navigation", { name: "On this page" })).toBeVisible();
      await expect(main.getByRole("link", { name: "Contact us" })).toHaveAttribute("href", "/contact");
    }
  });

  test("the list of contents leads to its section and takes the focus along", async ({ page, isMobile }) => {
    await page.goto("/terms-conditions");
    const contents = page.getByRole("navigation", { name: "On this page" });
    if (isMobile || (page.viewportSize()?.width ?? 0) < 1024) await contents.getByText("On this page").first().click();
    await contents.getByRole("link", { name: "Liability" }).filter({ visible: true }).click();
    const section = page.getByRole("region", { name: "Liability" });
    await expect(section).toBeInViewport();
    await expect(section).toBeFocused();
    await expect(page).toHaveURL(/#s-liability$/);
  });

  test("a text links to other pages", { tag: "@phone" }, async ({ page }) => {
    await page.goto("/terms-conditions");
    await page.getByRole("main").getByRole("link", { name: "Refund And Return Policy" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Refund And Return Policy" })).toBeVisible();
    await page.goto("/faq");
    await page.getByRole("link", { name: "Just ask us." }).click();
    await expect(page).toHaveURL(/\/contact$/);
  });

  test("the style page of the demo shows the shop's own components", { tag: "@desktop" }, async ({ page }) => {
    await page.goto("/sandbox/style");
    const main = page.getByRole("main");
    await expect(main.getByRole("region", { name: "Colours" }).getByText("terracotta")).toBeVisible();
    await main.getByRole("button", { name: "Send" }).click();
    await expect(main.getByText("Please tell us your name.")).toBeVisible();
    await expectAccessible(page);
  });

  test("the other spelling of the refund policy leads to the page", {
    tag: "@phone",
    annotation: requirements("S2.11"),
  }, async ({ page, request }) => {
    const response = await request.get("/refund-policy", { maxRedirects: 0 });
    expect([301, 308]).toContain(response.status());
    expect(response.headers().location).toMatch(/\/refund-plocy$/);
    await page.goto("/refund-policy");
    await expect(page).toHaveURL(/\/refund-plocy$/);
    await expect(page.getByRole("heading", { level: 1, name: "Refund And Return Policy" })).toBeVisible();
    // Points that begin with 1., 2. and so on are steps.
    const steps = page.getByRole("region", { name: "How to return something" }).locator("ol > li");
    await expect(steps).toHaveText([/^1Open the order in/, /^2Pack the items/, /^3We check the parcel/]);
  });

  test("are complete without JavaScript", { tag: "@phone" }, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
    const page = await context.newPage();
    await page.goto("/privacy-policy");
    await expect(page.getByRole("heading", { name: "Your rights" })).toBeVisible();
    await page.goto("/faq");
    await page.getByText("What does shipping cost?").click();
    await expect(page.getByText(/^Nothing\. Shipping is free/)).toBeVisible();
    await page.goto("/contact");
    await expect(page.getByText("This form needs JavaScript.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Send Message" })).toBeHidden();
    await context.close();
  });
});

test.describe("Contact", () => {
  test.beforeEach(async ({ page }) => {
    await page.goto("/contact");
  });

  test("shows the shop's own telephone, mail and social pages, and the form's fields in their order", {
    tag: "@phone",
    annotation: requirements("S2.13, S2.235 to S2.240, S2.245 to S2.248"),
  }, async ({ page, request }) => {
    const { data: shop } = await (await request.get("/api/shop")).json();
    const main = page.getByRole("main");
    await expect(main.getByRole("link", { name: `Call ${shop.phone}` })).toHaveAttribute("href", /^tel:\+\d+$/);
    await expect(main.getByRole("link", { name: `WhatsApp ${shop.whatsapp}` })).toHaveAttribute(
      "href",
      /^https:\/\/wa\.me\/\d+$/,
    );
    await expect(main.getByRole("link", { name: shop.email }).first()).toHaveAttribute("href", `mailto:${shop.email}`);
    expect(shop.social.length).toBeGreaterThan(0);
    for (const { name, url } of shop.social) {
      await expect(main.getByRole("link", { name })).toHaveAttribute("href", url);
    }

    await expect(main.getByRole("heading", { name: "Get in touch" })).toBeVisible();
    const fields = main.getByRole("textbox");
    // The specification's fields come first, then one for a message.
    await expect(fields).toHaveCount(CONTACT_FIELDS.length + 1);
    await expect(fields.last()).toHaveAccessibleName("Message (optional)");
    for (const [index, label] of CONTACT_FIELDS.entries()) await expect(fields.nth(index)).toHaveAccessibleName(label);
    await expect(main.getByLabel("Email")).toHaveAttribute("inputmode", "email");
    await expect(main.getByLabel("Phone Number")).toHaveAttribute("autocomplete", "tel");
    await expect(main.getByRole("button", { name: "Send Message" })).toBeVisible();
  });

  test("a field is validated on blur, and its error clears while it is corrected; then all are, starting with the first", {
    tag: "@phone",
    annotation: requirements("S2.241"),
  }, async ({ page }) => {
    const main = page.getByRole("main");
    await page.route("**/api/contact", () => {
      throw new Error("an empty form was sent");
    });
    const email = main.getByLabel("Email");
    await email.fill("asha@");
    await expect(email).not.toHaveAttribute("aria-invalid");
    await email.blur();
    await expect(email).toHaveAccessibleDescription(/should look like/);
    await email.fill("asha@example.com");
    await expect(email).not.toHaveAttribute("aria-invalid");
    await email.fill("");
    await main.getByRole("button", { name: "Send Message" }).click();
    await expect(main.getByLabel("Name")).toBeFocused();
    for (const label of CONTACT_FIELDS) {
      await expect(main.getByLabel(label)).toHaveAttribute("aria-invalid", "true");
      await expect(main.getByLabel(label)).toHaveAccessibleDescription(/^Please /);
    }
  });

  test("a complete form outlasts a look at another page, reaches the shop, says so and is empty again", {
    tag: "@desktop",
    annotation: requirements("S2.242 to S2.244, S4.06"),
  }, async ({ page, request }) => {
    const email = newEmail();
    await fillContact(page, email);
    const main = page.getByRole("main");
    const visitAnother = async () => {
      await page.getByRole("contentinfo").getByRole("link", { name: /faq/i }).click();
      await expect(page).toHaveURL(/\/faq$/);
      await page.goBack();
    };
    await visitAnother();
    await expect(main.getByLabel("Email")).toHaveValue(email);
    await expect(main.getByLabel("Name")).toHaveValue("Asha Rao");
    await sendDelayed(
      page,
      "**/api/contact",
      page.getByRole("button", { name: "Send Message" }),
      main.getByLabel("Email"),
    );
    await expect(main.getByRole("status")).toContainText(`Thank you, Asha Rao. We’ve received your message`);
    await expect(main.getByRole("status")).toContainText(email);
    await expect(main.getByRole("status")).toContainText(/Your reference is M-\w{8}\./);
    for (const label of CONTACT_FIELDS) await expect(main.getByLabel(label)).toHaveValue("");
    await expect(main.getByRole("alert")).toBeEmpty();
    await expect(page).toHaveURL(/\/contact$/);
    await visitAnother();
    for (const label of CONTACT_FIELDS) await expect(main.getByLabel(label)).toHaveValue("");

    const { data: shop } = await (await request.get("/api/shop")).json();
    await expect
      .poll(async () => {
        const mails: { text: string }[] = await (await request.get(`/sandbox/mail.json?to=${shop.email}`)).json();
        return mails.filter(({ text }) => text.includes(email)).length;
      })
      .toBe(1);
  });

  test("a complaint is followed by the link of its email", { tag: "@phone" }, async ({ page, request }) => {
    const email = newEmail();
    await fillContact(page, email);
    const main = page.getByRole("main");
    await main.getByLabel("This is a complaint").check();
    await main.getByRole("button", { name: "Send Message" }).click();
    await expect(main.getByText("We’ve received your complaint")).toBeVisible();
    await expect(main.getByLabel("This is a complaint")).not.toBeChecked();
    let link = "";
    await expect
      .poll(async () => {
        const mails: { text: string }[] = await (await request.get(`/sandbox/mail.json?to=${email}`)).json();
        link = mails.map(({ text }) => /\/contact\?reference=M-\w{8}#follow/.exec(text)?.[0]).find(Boolean) ?? "";
        return link;
      })
      .not.toBe("");
    await page.goto(link);
    await expect(main.getByLabel("Reference")).toHaveValue(/^M-\w{8}$/);
    await main.getByLabel("Email you wrote from").fill(email);
    await main.getByRole("button", { name: "Show where it stands" }).click();
    await expect(main.getByText(/^Complaint M-\w{8}: received$/)).toBeVisible();
    await expect(main.getByText(/^We’ll resolve it by /)).toBeVisible();
    await expectAccessible(page);
  });

  test("a connection without the shop leaves page and input unchanged", {
    tag: "@phone",
  }, async ({ page, context, faults }) => {
    faults.expect("/api/shop");
    const strip = page.getByText("You’re offline. Prices and stock may have changed.");
    await page.getByRole("main").getByLabel("Name").fill("Asha Rao");
    await page.route("**/api/**", (route) => route.abort("connectionfailed"));
    await context.setOffline(true);
    await expect(strip).toBeVisible();
    const request = page.waitForEvent("requestfailed");
    await context.setOffline(false);
    await request;
    await expect(strip).toBeVisible();
    await page.unroute("**/api/**");
    await context.setOffline(true);
    await context.setOffline(false);
    await expect(strip).toHaveCount(0);
    await expect(page.getByRole("main").getByLabel("Name")).toHaveValue("Asha Rao");
  });

  test("a message that does not arrive keeps all input, and says what to do", {
    tag: "@phone",
    annotation: requirements("S2.244, S8.09"),
  }, async ({ page, faults }) => {
    faults.expect("/api/contact");
    const email = newEmail();
    let outcome: "offline" | "busy" | "refused" | "fine" = "offline";
    await page.route("**/api/contact", (route) => {
      if (outcome === "offline") return route.abort("internetdisconnected");
      if (outcome === "fine") return route.continue();
      const [statusCode, errors] = outcome === "busy" ? [500, undefined] : [422, [{ field: "phone", message: "No." }]];
      return route.fulfill({
        status: statusCode,
        json: { success: false, statusCode, message: "Please try again in a moment.", errors },
      });
    });
    const main = page.getByRole("main");
    const send = main.getByRole("button", { name: "Send Message" });
    await fillContact(page, email);
    await send.click();
    await expect(main.getByRole("alert")).toHaveText(
      "We couldn’t reach the shop. Please check your connection and try again.",
    );
    outcome = "busy";
    await send.click();
    await expect(main.getByRole("alert")).toHaveText("Please try again in a moment.");
    await expect(main.getByLabel("Address")).toHaveValue("Indiranagar, Bengaluru 560038");
    outcome = "refused";
    await send.click();
    await expect(main.getByLabel("Phone Number")).toBeFocused();
    await expect(main.getByLabel("Phone Number")).toHaveAccessibleDescription("No.");
    await expect(main.getByRole("alert")).toBeEmpty();
    await expect(main.getByLabel("Email")).toHaveValue(email);
    outcome = "fine";
    await send.click();
    await expect(main.getByRole("status")).toContainText("We’ve received your message");
  });
});

test.describe("questions", () => {
  test("open and close by mouse and by keyboard, have structured data for search engines, and are accessible", {
    tag: "@phone",
    annotation: requirements("S2.14, S2.249, S2.250"),
  }, async ({ page, request }) => {
    const { data: faqs } = await (await request.get("/api/faqs")).json();
    await page.goto("/faq");
    await expectAccessible(page);
    await expect(page.getByRole("heading", { level: 1, name: "Frequently Asked Questions" })).toBeVisible();
    const answer = page.getByText(/^Nothing\. Shipping is free/);
    await expect(answer).toBeHidden();
    await page.getByText("What does shipping cost?").click();
    await expect(answer).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(answer).toBeHidden();

    const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
    const structuredData = blocks.map((block) => JSON.parse(block)).find((block) => block["@type"] === "FAQPage");
    expect(structuredData.mainEntity).toHaveLength(faqs.length);
    expect(structuredData.mainEntity[0].name).toBe(faqs[0].question);
  });

  test("say so when there are none", { tag: "@phone", annotation: requirements("S2.252") }, async ({ page }) => {
    await page.route("**/api/faqs", (route) => route.fulfill({ json: { success: true, statusCode: 200, data: [] } }));
    await page.goto("/about-us");
    await followFooterLink(page, "FAQ");
    await expect(page.getByText("No Data Found")).toBeVisible();
  });

  test("that cannot be loaded offer another try, which works", {
    tag: "@phone",
    annotation: requirements("S7.53, S8.09"),
  }, async ({ page, faults }) => {
    faults.expect("/api/faqs");
    let broken = true;
    await page.route("**/api/faqs", (route) =>
      broken
        ? route.fulfill({ status: 500, json: { success: false, statusCode: 500, message: "Something went wrong." } })
        : route.continue(),
    );
    await page.goto("/about-us");
    await followFooterLink(page, "FAQ");
    await expect(page.getByRole("alert")).toContainText("We couldn’t load the questions.");
    broken = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("What does shipping cost?")).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
});

test.describe("accessibility", () => {
  test("the contact form has no findings with its errors", async ({ page }) => {
    await page.goto("/contact");
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByLabel("Name")).toBeFocused();
    await expectAccessible(page);
  });
});
