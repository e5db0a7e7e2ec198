/** An incident in the back office: its clocks, and the notice to people with an account and without. */

import { expectAccessible } from "./accessible.ts";
import { enterAs } from "./back-office.ts";
import { mailTo, newEmail } from "./people.ts";
import { expect, test } from "./test.ts";

test("The owner records an incident, previews the notice, and a reader without an account gets it", {
  tag: "@phone",
}, async ({ page, faults }) => {
  faults.expect("422");
  // The test tries to run its own scripts in the preview, which runs none.
  faults.expect("Blocked script execution");
  const reader = newEmail();
  await page.request.post("/api/newsletter", { data: { email: reader, page: "/faq" } });
  await enterAs(page, "Owner");
  await page.goto("/admin/privacy/incidents");
  await page.getByRole("button", { name: "Record an incident" }).click();
  const title = `List of subscribers lost ${reader}`;
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Became aware at").fill("2026-11-20T10:00");
  await page.getByLabel("What happened").fill("A list went to a wrong address.");
  await page.getByRole("button", { name: "Record", exact: true }).click();

  const steps = page.getByRole("region", { name: "Steps" });
  await expect(steps.getByRole("listitem")).toHaveCount(5);
  await steps.getByRole("button", { name: "CERT-In has the report" }).click();
  await expect(steps.getByRole("listitem").first()).toContainText(/Done .*, late/);

  const form = page.getByRole("region", { name: "Notice to the affected people" });
  await form.getByLabel("To", { exact: true }).selectOption("Listed emails");
  await form.getByLabel("Emails, one per line").fill(`${reader.toUpperCase()}\nnobody-${reader}`);
  await form.getByRole("button", { name: "Preview" }).click();
  await expect(form.getByText("Please name whom they can ask")).toBeVisible();
  const subject = `Your email was disclosed, ${reader.slice(0, 12)}`;
  await form.getByLabel("Subject").fill(subject);
  await form.getByLabel("What happened").fill("On 20 November a list of subscribers went to a wrong address.");
  await form.getByLabel("What it may mean for them").fill("You may get spam.");
  await form.getByLabel("What you are doing about it").fill("The list is deleted there.");
  await form.getByLabel("What they can do").fill("Don’t open attachments of strangers.");
  await form.getByLabel("Whom they can ask").fill("Ms. Farah Siddiqui, care@kewra.example");
  // What is typed survives a reload.
  await page.reload();
  await form.getByLabel("To", { exact: true }).selectOption("Listed emails");
  await form.getByRole("button", { name: "Preview" }).click();

  const dialog = page.getByRole("dialog", { name: "Send 2 emails?" });
  await expect(dialog).toContainText("1 email of these the shop doesn’t know.");
  await expect(dialog.frameLocator("iframe").getByRole("heading", { name: "Whom you can ask" })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("region", { name: "Notices" })).toContainText("Sent: 2 emails");
  await expect(steps.getByRole("listitem").nth(2)).toContainText("Done");
  expect((await mailTo(page.request, reader, 2)).text).toContain("The list is deleted there.");
});
