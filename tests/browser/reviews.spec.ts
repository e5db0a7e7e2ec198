/** Writing reviews. Each test has its own product. */

import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { buy, products, storeAddress } from "./buying.ts";
import { sendDelayed } from "./delayed-request.ts";
import { logIn, makeCustomer, PASSWORD } from "./people.ts";
import { staffOf } from "./staff.ts";
import { expect, requirements, test } from "./test.ts";

const reviews = (page: Page) => page.getByRole("region", { name: "Customer Reviews" });
const written = (page: Page, name: string) => reviews(page).getByRole("article", { name: `Review by ${name}` });
const reviewDialog = (page: Page) => page.getByRole("dialog", { name: /^Write a review/ });
const stars = (page: Page, number: number) =>
  reviewDialog(page).getByRole("radio", { name: new RegExp(`^${number} stars?: `) });
const title = (page: Page) => reviewDialog(page).getByLabel("Review title");
const text = (page: Page) => reviewDialog(page).getByLabel("Review", { exact: true });
const filePicker = (page: Page) => reviewDialog(page).getByLabel("Add photos or videos");
const publish = (page: Page) => reviewDialog(page).getByRole("button", { name: "Publish your review" });
const save = (page: Page) => reviewDialog(page).getByRole("button", { name: "Save your review" });
const summary = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("link", { name: /reviews/ })
    .first();

async function openReviewDialog(page: Page): Promise<void> {
  await reviews(page).getByRole("button", { name: "Write a review" }).click();
  await expect(reviewDialog(page)).toBeVisible();
}

/** A picture and a video of a moving square, made by the browser. */
async function ownFiles(page: Page) {
  const [png, film] = await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 64;
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    const base64 = async (blob: Blob) => btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: "video/webm;codecs=vp8" });
    const chunks: Blob[] = [];
    recorder.ondataavailable = ({ data }) => chunks.push(data);
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let frame = 0; frame < 10; frame++) {
      context.fillStyle = `hsl(${frame * 30} 60% 50%)`;
      context.fillRect(0, 0, 64, 64);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    recorder.stop();
    await stopped;
    const picture = await new Promise<Blob>((resolve) => canvas.toBlob((blob) => resolve(blob as Blob)));
    return [await base64(picture), await base64(new Blob(chunks))];
  });
  return {
    picture: (name: string) => ({ name, mimeType: "image/png", buffer: Buffer.from(png as string, "base64") }),
    film: (name: string) => ({ name, mimeType: "video/webm", buffer: Buffer.from(film as string, "base64") }),
  };
}

test("stars, title, text, pictures and a video are published and shown at once", {
  tag: "@phone",
  annotation: requirements("S3.51, S3.54, S4.06, S5.57, S5.58"),
}, async ({ page }) => {
  const { name } = await logIn(page, "Lila Sen");
  await page.goto("/product/sandal-silk");
  await expect(summary(page)).toContainText("(8");
  const { picture, film } = await ownFiles(page);
  await openReviewDialog(page);
  // Only the error is shown, at its field; the input stays.
  await text(page).fill("Stays all day.");
  await publish(page).click();
  await expect(reviewDialog(page).getByText("Please choose 1 to 5 stars.")).toBeVisible();
  await expect(title(page)).toHaveAccessibleDescription("Review title is required.");
  await stars(page, 4).check();
  await title(page).fill("Lovely");
  await filePicker(page).setInputFiles([picture("one.png"), picture("two.png"), film("film.webm")]);
  await expect(reviewDialog(page).getByRole("button", { name: /^Remove / })).toHaveCount(3);
  const previews = reviewDialog(page).getByRole("list", { name: "Your photos and videos" });
  for (const name of ["one.png", "two.png"]) await expect(previews.getByRole("img", { name })).toBeVisible();
  await expect(previews.locator("video")).toHaveAccessibleName("film.webm");
  await sendDelayed(page, "**/api/review", publish(page), title(page));
  await expect(reviewDialog(page)).toBeHidden();
  await expect(reviews(page).getByText("Thank you! Your review is live.")).toBeVisible();

  // List, rating and count, without a reload and after one.
  const entry = written(page, name);
  await expect(entry.getByText("Lovely", { exact: true })).toBeVisible();
  await expect(summary(page)).toContainText("(9");
  await page.reload();
  await expect(entry.getByRole("img", { name: "4 out of 5 stars" })).toBeVisible();
  await expect(entry.getByText("Stays all day.", { exact: true })).toBeVisible();
  await expect(entry.getByText("Verified buyer")).toHaveCount(0);
  await entry.getByRole("button", { name: "Photo 2 of 2" }).click();
  const open = page.getByRole("dialog");
  await expect
    .poll(() => open.locator("img").evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBe(64);
  await page.keyboard.press("Escape");
  await entry.getByRole("button", { name: "Video 1 of 1" }).click();
  await expect.poll(() => open.locator("video").evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(64);
  await page.keyboard.press("Escape");
});

test("a customer's review is restored, changed and deleted", {
  tag: "@phone",
  annotation: requirements("S5.59"),
}, async ({ page, faults }) => {
  // A deleted picture may be requested once more, until the list has been read again.
  faults.expect(/\b404\b.*\/media\/w\d+\/reviews\//);
  const { name, token } = await logIn(page, "Lila Sen");
  const headers = { authorization: `Bearer ${token}` };
  const { data: product } = await (await page.request.get("/api/product/sandalwood-body-oil")).json();
  const buffer = await (await page.request.get(`/media${product.images[0].path}`)).body();
  const files = [];
  for (const name of ["one.webp", "two.webp"]) {
    const multipart = { file: { name, mimeType: "image/webp", buffer } };
    files.push((await (await page.request.post("/api/review/file", { headers, multipart })).json()).data.path);
  }
  const review = { product_id: product._id, rating: 4, review_title: "Lovely", review_text: "Stays all day.", files };
  await page.request.post("/api/review", { headers, data: review });

  await page.goto(`/product/${product.slug}`);
  const entry = written(page, name);
  await entry.getByRole("button", { name: "Edit your review" }).click();
  await expect(stars(page, 4)).toBeChecked();
  await expect(title(page)).toHaveValue("Lovely");
  await expect(text(page)).toHaveValue("Stays all day.");
  await reviewDialog(page).getByRole("button", { name: "Remove photo 1" }).click();
  await expect(reviewDialog(page).getByRole("button", { name: /^Remove / })).toHaveCount(1);
  await stars(page, 2).check();
  await text(page).fill("");
  await save(page).click();
  await expect(entry.getByRole("img", { name: "2 out of 5 stars" })).toBeVisible();
  await expect(entry.getByText("Stays all day.")).toHaveCount(0);
  await expect(entry.getByRole("button", { name: "Photo 1 of 1" })).toBeVisible();
  await expect(summary(page)).toContainText(`(${product.review + 1}`);

  await openReviewDialog(page);
  await reviewDialog(page).getByText("Delete your review").click();
  await expectAccessible(page, "dialog[open]");
  await reviewDialog(page).getByRole("button", { name: "Delete for good" }).click();
  await expect(reviews(page).getByText("Your review has been deleted.")).toBeVisible();
  await expect(entry).toHaveCount(0);
  await expect(summary(page)).toContainText(`(${product.review}`);
});

test("a guest logs in, finds the dialog open with the draft, and publishes it", {
  tag: "@phone",
  annotation: requirements("S5.57"),
}, async ({ page }) => {
  const { email } = await makeCustomer("Meera Nair");
  await page.goto("/product/tulsi-citrus");
  const { picture } = await ownFiles(page);
  await openReviewDialog(page);
  await stars(page, 5).check();
  await title(page).fill("Rain on dry earth");
  await filePicker(page).setInputFiles([picture("garden.png")]);
  await reviewDialog(page).getByRole("button", { name: "Log in to publish your review" }).click();
  await expect(page).toHaveURL(/\/login$/);
  // The footer has an email field, too.
  await expect(page.getByRole("heading", { level: 1, name: "Login" })).toBeVisible();
  await page.getByRole("main").getByLabel("Email Address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(reviewDialog(page)).toBeVisible();
  await expect(page).toHaveURL(/\/product\/tulsi-citrus$/);
  await expect(stars(page, 5)).toBeChecked();
  await expect(title(page)).toHaveValue("Rain on dry earth");
  await expect(reviewDialog(page).getByRole("button", { name: "Remove garden.png" })).toBeVisible();
  await publish(page).click();
  await expect(written(page, "Meera Nair").getByRole("button", { name: "Photo 1 of 1" })).toBeVisible();
});

test("an upload can be cancelled: nothing is published or lost, and the dialog can be closed", {
  tag: "@phone",
}, async ({ page, faults }) => {
  faults.expect(/review\/file/);
  await logIn(page, "Ira Bose");
  await page.goto("/product/mogra-nights");
  const { picture } = await ownFiles(page);
  await openReviewDialog(page);
  await stars(page, 4).check();
  await title(page).fill("Warm nights");
  await filePicker(page).setInputFiles([picture("one.png"), picture("two.png")]);
  // The second file is slow.
  let files = 0;
  await page.route("**/api/review/file", async (route) => {
    files += 1;
    if (files === 1) await route.continue();
  });
  await publish(page).click();
  await expect(reviewDialog(page).getByText("Uploading two.png, 2 of 2…")).toBeVisible();
  const stop = reviewDialog(page).getByRole("button", { name: "Cancel upload" });
  await stop.click();
  await expect(reviewDialog(page).getByText("Upload cancelled. Nothing was published")).toBeFocused();
  await expect(stop).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(reviewDialog(page)).toBeHidden();
  await expect(written(page, "Ira Bose")).toHaveCount(0);

  await page.unroute("**/api/review/file");
  await openReviewDialog(page);
  await expect(title(page)).toHaveValue("Warm nights");
  await expect(stars(page, 4)).toBeChecked();
  const sent = page.waitForRequest("**/api/review/file");
  await publish(page).click();
  await sent;
  await expect(written(page, "Ira Bose").getByRole("button", { name: /^Photo \d of 2 / })).toHaveCount(2);
});

test("errors are shown at their field, and no input is lost", {
  tag: "@phone",
}, async ({ page, faults }) => {
  faults.expect("/api/review");
  faults.expect("blob:");
  await logIn(page, "Asha Rao");
  await page.goto("/product/vetiver-coast");
  const { picture } = await ownFiles(page);
  await openReviewDialog(page);
  await stars(page, 3).check();
  await title(page).fill("Warm");
  const heavy = Buffer.alloc(8 * 1024 * 1024 + 1);
  await filePicker(page).setInputFiles([
    { name: "letter.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") },
    { name: "heavy.png", mimeType: "image/png", buffer: heavy },
    { name: "phone.mov", mimeType: "video/quicktime", buffer: Buffer.from("moov") },
    ...[1, 2, 3, 4, 5, 6, 7].map((number) => picture(`${number}.png`)),
  ]);
  const rejections = reviewDialog(page).getByRole("alert").getByRole("listitem");
  await expect(rejections).toHaveText([
    /^letter\.pdf: We can’t use this file/,
    /^heavy\.png: Photos can be up to 8 MB each\.$/,
    /^phone\.mov: We can’t use this video\. Please choose an MP4 or WebM file\.$/,
    /^7\.png: You can add up to 6 photos\.$/,
  ]);
  await expectAccessible(page, "dialog[open]");
  // The server checks the content, and names the file.
  await filePicker(page).setInputFiles([{ name: "fake.mp4", mimeType: "video/mp4", buffer: Buffer.from("no film") }]);
  await publish(page).click();
  await expect(reviewDialog(page).getByText(/^fake\.mp4: We can’t use this file/)).toBeVisible();
  await reviewDialog(page).getByRole("button", { name: "Remove fake.mp4" }).click();
  await expect(reviewDialog(page).getByText(/^fake\.mp4: /)).toHaveCount(0);

  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(new URL(request.url()).pathname));
  await page.route("**/api/review", (route) =>
    route.fulfill({
      status: 429,
      json: { success: false, statusCode: 429, message: "Please try again in 20 minutes." },
    }),
  );
  await publish(page).click();
  await expect(reviewDialog(page).getByText("Please try again in 20 minutes.")).toBeVisible();
  await expect(title(page)).toHaveValue("Warm");
  await page.unroute("**/api/review");
  await publish(page).click();
  await expect(written(page, "Asha Rao").getByText("Warm", { exact: true })).toBeVisible();
  // Files uploaded before the errors are not uploaded again.
  expect(sent).toEqual(["/api/review", "/api/review"]);

  // The button shows that the dialog is loading.
  const { promise: mayContinue, resolve: continueRequest } = Promise.withResolvers<void>();
  await page.route("**/api/review/own?*", async (route) => {
    await mayContinue;
    await route.continue();
  });
  const opener = reviews(page).getByRole("button", { name: "Write a review" });
  await opener.click();
  await expect(reviews(page).getByRole("button", { name: "Opening the form…" }).first()).toBeDisabled();
  continueRequest();
  await expect(reviewDialog(page)).toBeVisible();
  await expect(opener).toBeEnabled();
  await page.keyboard.press("Escape");
  await page.unroute("**/api/review/own?*");

  // Stored, then the connection is lost: the page stays, and shows the result.
  await written(page, "Asha Rao").getByRole("button", { name: "Edit your review" }).click();
  await expect(save(page)).toBeVisible();
  await page.route("**/api/**", (route) => (route.request().method() === "GET" ? route.abort() : route.continue()));
  await save(page).click();
  await expect(reviewDialog(page)).toBeHidden();
  await expect(reviews(page).getByText("Thank you! Your review is live.")).toBeVisible();
  await expect(written(page, "Asha Rao")).toBeVisible();
});

test("a review with a link is held for moderation, which only its author sees; a buyer is verified", {
  tag: "@phone",
  annotation: requirements("S5.60"),
}, async ({ page }) => {
  const session = await logIn(page, "Kabir Das");
  const product = (await products(page)).find(({ slug }) => slug === "charcoal-neem-soap");
  if (!product) throw new Error("the demo has no Charcoal Neem Soap");
  await storeAddress(page, session);
  await buy(page, session, product);
  await page.goto(`/product/${product.slug}`);
  const before = await summary(page).textContent();
  await openReviewDialog(page);
  await stars(page, 1).check();
  await title(page).fill("Cheaper at www.attar.example");
  await publish(page).click();
  await expect(reviews(page).getByText("will appear once we’ve checked it")).toBeVisible();
  const entry = written(page, "Kabir Das");
  await expect(entry.getByText("Only you can see this review for now.")).toBeVisible();
  await expect(entry.getByText("Verified buyer")).toBeVisible();
  await expect(summary(page)).toHaveText(before ?? "");
  const shown = async () => {
    const { data } = await (await page.request.get(`/api/review?product_id=${product._id}`)).json();
    return data.some(({ user }: { user: { name: string } }) => user.name === "Kabir Das");
  };
  expect(await shown()).toBe(false);

  const { data: own } = await (
    await page.request.get(`/api/review/own?product_id=${product._id}`, {
      headers: { authorization: `Bearer ${session.token}` },
    })
  ).json();
  await staffOf("admin")("rejectReview", own._id, "--reason", "Please leave other shops out.");
  await page.reload();
  await expect(entry).toContainText("This review hasn’t been published. Please leave other shops out.");
  await staffOf("admin")("publishReview", own._id);
  expect(await shown()).toBe(true);
});
