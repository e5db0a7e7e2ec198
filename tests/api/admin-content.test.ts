/** Staff edits pages and lists, each with its versions, by the writer of the file import. */

import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMAND_ACTOR } from "../../server/platform/audit/record-audit.ts";
import { banner } from "../../server/platform/database/schema.ts";
import { createMediaLibrary } from "../../server/platform/media/media-library.ts";
import { exportContent, importContent } from "../../server/shop/content/content-folder.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let editor: Awaited<ReturnType<typeof signInAs>>;

beforeAll(async () => {
  shop = await openShop({ demo: true });
  editor = await signInAs(shop, "Content");
});
afterAll(() => shop?.close());

const PAGE = "---\ntitle: Refunds\nsummary: How we refund.\n---\n\n## When\n\nWrite to {SHOP_EMAIL}.\n";
const read = async (name: string) => (await editor.send("GET", `/content/${name}`)).body.data;
const save = (name: string, version: number, text: unknown) =>
  editor.send("POST", `/content/${name}`, { version, text });

describe("a page", () => {
  it("is shown at once, and keeps the text before the first change", async () => {
    const before = await read("refund-policy");
    expect(before).toMatchObject({ version: 1, versions: [] });
    expect((await save("refund-policy", 1, PAGE)).body.data).toMatchObject({
      version: 2,
      text: PAGE,
      versions: [
        { version: 2, by: "Content Rao" },
        { version: 1, by: "" },
      ],
    });
    const first = await editor.send("GET", "/content/refund-policy/versions/1");
    expect(first.body.data.text).toBe(before.text);
    // Restored, it is a version of its own.
    expect((await save("refund-policy", 2, first.body.data.text)).body.data).toMatchObject({
      version: 3,
      text: before.text,
    });
    const owner = await signInAs(shop, "Owner");
    const { entries } = (await owner.send("GET", "/audit?subject=content&id=pages/refund-policy.md")).body.data;
    expect(entries[0]).toMatchObject({ action: "content.changed", actor: "Content Rao", after: { version: 3 } });
    expect((await editor.send("GET", "/content/refund-policy/versions/99")).status).toBe(404);
  });

  it("is stored once when two save it at the same time", async () => {
    const { version } = await read("about-us");
    const texts = ["One.", "Two."].map((word) => PAGE.replace("Write to {SHOP_EMAIL}.", word));
    const both = await Promise.all(texts.map((text) => save("about-us", version, text)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const stored = await read("about-us");
    expect(texts).toContain(stored.text);
    expect(stored.version).toBe(version + 1);
  });

  it("may have 60,000 characters of any script, in many lines", async () => {
    const { version, text } = await read("terms-conditions");
    const full = `${PAGE}${"\n- गुलाब जल".repeat(5400)}\n`;
    expect(full.length).toBeGreaterThan(59_000);
    expect((await save("terms-conditions", version, full)).status).toBe(200);
    expect((await save("terms-conditions", version + 1, text)).status).toBe(200);
  });

  it("conflicts with a change by the import", async () => {
    const { version } = await read("contact");
    const media = createMediaLibrary({ DATA_DIR: "/nonexistent" });
    await importContent(shop.db, {
      files: new Map([["pages/contact.md", PAGE]]),
      folder: "/nonexistent",
      media,
      actor: COMMAND_ACTOR,
    });
    expect(await read("contact")).toMatchObject({ version: version + 1, versions: [{ by: "Command" }, { by: "" }] });
    expect((await save("contact", version, PAGE.replace("Refunds", "Other"))).status).toBe(409);
  });

  it("is checked and previewed without being stored", async () => {
    const { version } = await read("terms-conditions");
    const preview = await editor.send("POST", "/content/terms-conditions/preview", { text: PAGE });
    expect(preview.body.data).toMatchObject({ problems: [], title: "Refunds", sections: [{ heading: "When" }] });
    expect(JSON.stringify(preview.body.data)).not.toContain("{SHOP_EMAIL}");
    const wrong = PAGE.replace("{SHOP_EMAIL}", "{SHOP_FAX}");
    expect(
      (await editor.send("POST", "/content/terms-conditions/preview", { text: wrong })).body.data.problems,
    ).toHaveLength(1);
    const saved = await save("terms-conditions", version, wrong);
    expect(saved.status).toBe(422);
    expect(saved.body.errors).toEqual([{ field: "text", message: expect.stringContaining("{SHOP_FAX}") }]);
    for (const text of ["", "x".repeat(61_000), 5, null])
      expect((await save("terms-conditions", version, text)).status).toBe(422);
    expect((await editor.send("GET", "/content/unknown")).status).toBe(404);
    expect((await read("terms-conditions")).version).toBe(version);
  });

  it("takes stored pictures only, never files of the shop's machine", async () => {
    const { version } = await read("privacy-policy");
    for (const image of ["../../etc/passwd", "package.json", "/etc/passwd", "/pages/../../x.jpg"]) {
      const text = PAGE.replace("summary:", `image: ${image}\nalt: x\nsummary:`);
      expect({ image, status: (await save("privacy-policy", version, text)).status }).toEqual({ image, status: 422 });
    }
  });
});

describe("a picture", () => {
  it("is uploaded, judged by its content, and then named by a banner, which needs no description", async () => {
    const send = (content: Buffer, name = "monsoon.jpg") => {
      const form = new FormData();
      form.append("file", new File([new Uint8Array(content)], name, { type: "image/jpeg" }));
      return editor.send("POST", "/content-pictures", form);
    };
    const picture = await sharp({ create: { width: 1200, height: 500, channels: 3, background: "#2f4a36" } })
      .jpeg()
      .toBuffer();
    const { status, body } = await send(picture);
    expect(status).toBe(200);
    expect(body.data.path).toMatch(/^\/banners\/picture\.[0-9a-f]{8}\.webp$/);
    const page = await read("about-us");
    const pictured = PAGE.replace("Write to", `![Rain](${body.data.path})\n\nWrite to`);
    expect((await save("about-us", page.version, pictured)).body.data.text).toBe(pictured);
    expect((await shop.get("/api/page/about-us")).body.data.sections[0].pictures).toMatchObject([
      { after: 0, picture: { path: body.data.path, alt: "Rain", width: 1200 } },
    ]);
    for (const link of [
      "![](/x.webp)",
      "![A](/customers/x.webp)",
      "![A](../../etc/passwd)",
      `![A](/${"x".repeat(400)})`,
    ])
      expect({
        link,
        status: (await save("about-us", page.version + 1, PAGE.replace("Write to", `${link}\n\nWrite to`))).status,
      }).toEqual({
        link,
        status: 422,
      });
    const brands = await read("brands");
    const brand = { name: "The Rain Post", image: body.data.path, alt: "The Rain Post", link: null };
    expect((await save("brands", brands.version, JSON.stringify([brand]))).status).toBe(200);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    for (const content of [svg, Buffer.from("no picture"), Buffer.alloc(0), picture.subarray(0, 100)])
      expect((await send(content)).status).toBe(422);
    const packer = await signInAs(shop, "Packer");
    expect((await packer.send("POST", "/content-pictures", new FormData())).status).toBe(403);
    const { version, text } = await read("banners");
    const [first, ...others] = JSON.parse(text);
    const withPicture = { ...first, image: body.data.path, alt: "" };
    expect((await save("banners", version, JSON.stringify([withPicture, ...others]))).status).toBe(200);
    expect((await shop.get("/api/banner?placement=hero,promo,app")).body.data[0].image).toMatchObject({
      path: body.data.path,
    });
  });

  it("can only be a picture of the shop, never a customer’s by its path", async () => {
    const media = createMediaLibrary({ DATA_DIR: shop.dataDir });
    const stored = await shop.db.select({ image: banner.image }).from(banner).limit(1);
    const file = join(shop.dataDir, "media", stored[0]?.image.path ?? "");
    const { version, text } = await read("banners");
    const name = (image: string) => {
      const [first, ...others] = JSON.parse(text);
      return save("banners", version, JSON.stringify([{ ...first, image }, ...others]));
    };
    for (const folder of ["customers", "reviews", "returns", "products", "bannersx"]) {
      const { path } = await media.put(folder, "picture", file);
      const { status, body } = await name(path);
      expect({ folder, status }).toEqual({ folder, status: 422 });
      expect(body.errors[0]).toMatchObject({
        field: "0.image",
        message: expect.stringContaining("is not a picture of the content"),
      });
    }
    for (const path of ["/banners/../customers/x.0123abcd.webp", "//customers/x.0123abcd.webp", "/banners"])
      expect({ path, status: (await name(path)).status }).toEqual({ path, status: 422 });
    expect((await read("banners")).version).toBe(version);
    const { path } = await media.put("banners", "monsoon", file);
    expect((await name(path)).status).toBe(200);
  });
});

describe("a list", () => {
  it("of FAQs may have groups, and files without them go on working", async () => {
    const { text, version } = await read("faqs");
    const grouped =
      "## First?\n\nYes.\n\n# Delivery\n\n## When?\n\nSoon.\n\n## Where?\n\nHere.\n\n#\n\n## Else?\n\nNo.\n";
    const preview = await editor.send("POST", "/content/faqs/preview", { text: grouped });
    expect(preview.body.data.sections.map(({ group }: { group: string }) => group)).toEqual([
      "",
      "Delivery",
      "Delivery",
      "",
    ]);
    expect((await save("faqs", version, grouped)).body.data.text).toBe(grouped);
    expect((await shop.get("/api/faqs")).body.data).toEqual([
      { question: "First?", answer: "Yes." },
      { question: "When?", answer: "Soon.", group: "Delivery" },
      { question: "Where?", answer: "Here.", group: "Delivery" },
      { question: "Else?", answer: "No." },
    ]);
    for (const wrong of [`# ${"x".repeat(81)}\n\n## A?\n\nYes.\n`, "# Delivery\n\nText.\n", "### A\n\nYes.\n"])
      expect((await save("faqs", version + 1, wrong)).status).toBe(422);
    const { errors } = (await save("faqs", version + 1, "## A?\n\nYes.\n\n## \n\n## A?\n\n{SHOP_FAX}\n")).body;
    expect(errors.map(({ field }: { field: string }) => field)).toEqual([
      "1.question",
      "1.answer",
      "2.answer",
      "2.question",
    ]);
    const plain = "## First?\n\nYes.\n";
    expect((await save("faqs", version + 1, plain)).status).toBe(200);
    expect((await shop.get("/api/faqs")).body.data).toEqual([{ question: "First?", answer: "Yes." }]);
    expect((await save("faqs", version + 2, text)).body.data.text).toBe(text);
  });

  it("of FAQs or banners changes its order, and is what the export writes", async () => {
    const faqs = await read("faqs");
    const blocks = faqs.text
      .replace(/^#[^#].*\n\n/gm, "")
      .trim()
      .split("\n\n## ");
    const turned = `## ${[...blocks.slice(1), blocks[0].replace(/^## /, "")].join("\n\n## ")}\n`;
    expect((await save("faqs", faqs.version, turned)).status).toBe(200);
    const banners = await read("banners");
    const reversed = `${JSON.stringify(JSON.parse(banners.text).reverse(), null, 2)}\n`;
    expect((await save("banners", banners.version, reversed)).body.data.text).toBe(reversed);
    const files = await exportContent(shop.db);
    expect(files.get("faqs.md")).toBe(turned);
    expect(files.get("banners.json")).toBe(reversed);
    expect((await save("banners", banners.version + 1, "[{]")).status).toBe(422);
    const { data } = (await editor.send("GET", "/content")).body;
    expect(data.find(({ name }: { name: string }) => name === "faqs").last.by).toBe("Content Rao");
  });
});
