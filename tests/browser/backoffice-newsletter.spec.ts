/** The newsletter in the back office: a subscriber's record, and a campaign from its draft to the mailbox. */

import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { enterAs } from "./back-office.ts";
import { newEmail } from "./people.ts";
import { expect, test } from "./test.ts";

const main = (page: Page) => page.getByRole("main");

test("A reader signs up, staff writes a campaign, and it arrives", { tag: "@phone" }, async ({ page, faults }) => {
  faults.expect("401");
  // The test tries to run its own scripts in the preview, which runs none.
  faults.expect("Blocked script execution");
  const reader = newEmail();
  const mailsTo = async (to: string) =>
    (await (await page.request.get(`/sandbox/mail.json?to=${encodeURIComponent(to)}`)).json()) as {
      subject: string;
      text: string;
      html: string;
    }[];
  await page.request.post("/api/newsletter", { data: { email: reader, page: "/faq" } });
  await expect.poll(async () => (await mailsTo(reader)).length).toBe(1);
  const [confirmation] = await mailsTo(reader);
  const token = /\/newsletter\/confirm\/([\w-]{43})/.exec(confirmation?.text ?? "")?.[1];
  await page.request.post("/api/newsletter/confirm", { data: { token } });

  await enterAs(page, "Owner");
  await page.goto("/admin/newsletter");
  await page.getByRole("link", { name: "Subscribers" }).click();
  await page.getByLabel("Search subscribers").fill(reader);
  await page.getByLabel("Search subscribers").press("Enter");
  await main(page).getByRole("link", { name: reader }).click();
  await expect(main(page)).toContainText("/faq");
  await expect(main(page)).toContainText("Unsubscribe at any time.");
  await expectAccessible(page);

  await page.goto("/admin/newsletter");
  await page.getByRole("link", { name: "New campaign" }).click();
  const subject = "Letters from Kannauj";
  await page.getByRole("textbox", { name: "Subject" }).fill(subject);
  await page.getByRole("textbox", { name: "Preview line" }).fill("Wet clay and vetiver");
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("The rains are here.\n\n## New\n\n- Mitti");
  await page.getByLabel("Add to products to show").fill("rose");
  await page.getByRole("list", { name: "Found for products to show" }).getByRole("button").first().click();
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("heading", { name: subject })).toBeVisible();
  await expect(frame.getByRole("heading", { name: "New" })).toBeVisible();
  await page.getByLabel("Phone", { exact: true }).check();
  await expect(frame.getByText("The rains are here.")).toBeVisible();
  // What was typed survives a reload.
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Subject" })).toHaveValue(subject);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save" }).click();
  // It is stored from here on.
  await page.waitForURL(/\/newsletter\/\d+$/);
  await page.getByRole("button", { name: "Send…" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send now" }).click();
  await expect(
    main(page)
      .getByText("Being sent")
      .or(main(page).getByText("Sent", { exact: true }))
      .first(),
  ).toBeVisible();
  await expect.poll(async () => (await mailsTo(reader)).map((mail) => mail.subject)).toContain(subject);
  const mail = (await mailsTo(reader)).find((one) => one.subject === subject);
  expect(mail?.html).toContain("The rains are here.");
  expect(mail?.text).toContain("/newsletter/unsubscribe/");
  await expect(main(page).locator(".badge", { hasText: "Sent" })).toBeVisible();
  await expectAccessible(page);
});
