/** The shop's own mark: what is accepted, what is refused in a sentence, and where it is drawn. */

import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buyersOf } from "./buyers.ts";
import { openShop, type TestShop } from "./shop.ts";
import { SHOP, signInAs } from "./staff-people.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  shop = await openShop();
  owner = await signInAs(shop, "Owner");
});
afterAll(() => shop?.close());

async function upload(content: Buffer | string, staff = owner) {
  const form = new FormData();
  form.append("file", new Blob([typeof content === "string" ? content : new Uint8Array(content)]), "mark");
  const request = new Request(SHOP, { method: "POST", body: form });
  const response = await shop.app.inject({
    method: "POST",
    url: "/admin/api/brand-marks",
    headers: {
      origin: SHOP,
      cookie: `staff_session=${staff.browser.cookies.get("staff_session")}`,
      "content-type": request.headers.get("content-type") ?? "",
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json() };
}

const RING = `<circle cx="20" cy="20" r="12" fill="none" stroke="#b00" stroke-width="6"/>`;
const svgOf = (content: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="40" height="40"${attributes}>${content}</svg>`;
/** The share of the mask that is drawn: in the middle of the ring, and on it. */
async function opacities(path: string): Promise<[middle: number, onRing: number]> {
  const { rawPayload } = await shop.app.inject(`/media${path}`);
  const { data, info } = await sharp(rawPayload).extractChannel("alpha").raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([512, 512]);
  return [data[256 * 512 + 256] ?? -1, data[256 * 512 + 20] ?? -1];
}

it("is its shape alone, whether it is drawn, transparent, or dark on white", async () => {
  const transparent = await sharp(Buffer.from(svgOf(RING)))
    .resize(400)
    .png()
    .toBuffer();
  const onWhite = await sharp(transparent).flatten({ background: "#ffffff" }).jpeg().toBuffer();
  for (const content of [svgOf(RING), transparent, onWhite]) {
    const { status, body } = await upload(content);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { data: { path: expect.stringMatching(/^\/brand\/.+\.png$/) } },
    });
    const [middle, onRing] = await opacities(body.data.path);
    expect(middle).toBeLessThan(16);
    expect(onRing).toBeGreaterThan(240);
  }
});

it("is refused with the way out if it is no picture, active, empty, filled or too large", async () => {
  const filled = await sharp({ create: { width: 64, height: 64, channels: 4, background: "#000000" } })
    .png()
    .toBuffer();
  const empty = await sharp({ create: { width: 64, height: 64, channels: 4, background: "#00000000" } })
    .png()
    .toBuffer();
  const active =
    /This SVG holds a script, or loads something from elsewhere\. Please save it as a plain SVG or as a PNG\./;
  for (const [content, message] of [
    ["not a picture", /This is no picture that can be a mark/],
    ["", /Please choose a picture|This is no picture/],
    [Buffer.from("%PDF-1.7\n"), /This is no picture that can be a mark/],
    [svgOf(`<script>alert(1)</script>${RING}`), active],
    [svgOf(RING, ' onload="alert(1)"'), active],
    [svgOf(`<image href="https://example.com/x.png" width="9" height="9"/>`), active],
    [svgOf(`<image href="file:///etc/passwd" width="9" height="9"/>`), active],
    [`<!DOCTYPE svg [<!ENTITY a "aaaa">]>${svgOf("<text>&a;</text>")}`, active],
    [svgOf(`<!--${"x".repeat(300_000)}-->${RING}`), /An SVG can have up to 200 KB/],
    [filled, /This picture shows no mark/],
    [empty, /This picture shows no mark/],
  ] as const) {
    const { status, body } = await upload(content as Buffer);
    expect({ status, message: body.errors?.[0]?.message ?? body.message }).toEqual({
      status: 422,
      message: expect.stringMatching(message),
    });
  }
  const large = await upload(Buffer.alloc(40 * 1024 * 1024, 1));
  expect(large.status).toBe(413);
  expect(large.body.message).toMatch(/MB/);
});

it("is stored by the setting, changed by nobody else, and reaches pages and the documents of new orders", async () => {
  const shoppers = buyersOf(shop);
  const product = await shoppers.sell({ stock: 10 });
  const buyer = await shoppers.buyer({ [product]: 1 });
  const hasPicture = async (number: string) => {
    const { statusCode, rawPayload } = await shop.app.inject({
      url: `/api/order/${number}/invoice`,
      headers: { authorization: `Bearer ${buyer.token}` },
    });
    expect(statusCode).toBe(200);
    return rawPayload.includes("/Subtype /Image");
  };
  const { orderNumber: before } = await buyer.buy();
  const { path } = (await upload(svgOf(RING))).body.data;
  const { subjects } = (await owner.send("GET", "/settings")).body.data;
  const { version } = subjects.find(({ subject }: { subject: string }) => subject === "brand");
  const set = (mark: string) =>
    owner.send("PATCH", "/settings", { subject: "brand", version, values: { BRAND_MARK: mark } });
  for (const foreign of ["/products/rose.png", "https://example.com/x.png", "/brand/x.svg", "../x.png"])
    expect((await set(foreign)).body.errors[0].message).toBe(
      "The setting BRAND_MARK must be a mark that was uploaded in Settings, or empty.",
    );
  expect((await set(path)).status).toBe(200);
  expect((await shop.get("/api/shop")).body.data.look["--mark"]).toContain("/brand-mark.png?v=");
  await buyer.add(product);
  const { orderNumber: after } = await buyer.buy();
  expect([await hasPicture(before), await hasPicture(after)]).toEqual([false, true]);
  const packer = await signInAs(shop, "Packer");
  expect((await upload(svgOf(RING), packer as typeof owner)).status).toBe(403);
});
