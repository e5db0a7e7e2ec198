import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMAND_ACTOR } from "../../server/platform/audit/record-audit.ts";
import { createMediaLibrary } from "../../server/platform/media/media-library.ts";
import { storeSetting } from "../../server/selling/settings/settings.ts";
import { exportContent, importContent, readFolder, writeFolder } from "../../server/shop/content/content-folder.ts";
import { describeProblem } from "../../server/shop/content/content-problem.ts";
import { PAGE_SLUGS } from "../../server/shop/content/page-slugs.ts";
import { openShop, type TestShop } from "./shop.ts";

const TEMPLATES = join(import.meta.dirname, "../../server/shop/content/templates");

let demo: TestShop;
let empty: TestShop;
let folder: string;

beforeAll(async () => {
  [demo, empty] = [await openShop({ demo: true }), await openShop()];
  folder = await mkdtemp(join(tmpdir(), "content-"));
});

afterAll(async () => {
  await demo.close();
  await empty.close();
  await rm(folder, { recursive: true, force: true });
});

async function importFiles(shop: TestShop, files: Record<string, string>) {
  const result = await importContent(shop.db, {
    files: new Map(Object.entries(files)),
    folder,
    media: createMediaLibrary({ DATA_DIR: join(folder, "data") }),
    actor: COMMAND_ACTOR,
  });
  return "problems" in result ? { problems: result.problems.map(describeProblem) } : result;
}

const PAGE = "---\ntitle: About Us\nsummary: Who we are.\n---\n\n## Hello\n\nWrite to {SHOP_EMAIL}.\n";

describe("the content of a shop", () => {
  it("that was exported changes nothing when it is imported again", async () => {
    const files = await exportContent(demo.db);
    expect([...files.keys()]).toEqual([
      ...[...PAGE_SLUGS].sort().map((slug) => `pages/${slug}.md`),
      "faqs.md",
      "banners.json",
      "testimonials.json",
      "brands.json",
      "header-menu.json",
      "footer-menu.json",
    ]);
    await writeFolder(join(folder, "out"), files, false);
    expect(await readFolder(join(folder, "out"))).toEqual(files);
    expect(await importFiles(demo, Object.fromEntries(files))).toEqual({
      changed: [],
      unchanged: [...files.keys()],
    });
    await expect(writeFolder(join(folder, "out"), files, false)).rejects.toThrow(/exists already/);
  });

  it("that was exported can be imported again after all of it was replaced, with every picture", async () => {
    const files = await exportContent(demo.db);
    const ofShop = async (texts: Record<string, string>) => {
      const media = createMediaLibrary({ DATA_DIR: demo.dataDir });
      const result = await importContent(demo.db, {
        files: new Map(Object.entries(texts)),
        folder,
        media,
        actor: COMMAND_ACTOR,
      });
      return "problems" in result ? result.problems.map(describeProblem) : result.changed;
    };
    // What is stored already may be named in any folder, so first nothing is.
    const lists = [...files.keys()].filter((name) => /^(banners|testimonials|brands)/.test(name));
    const pages = [...files.keys()].filter((name) => name.startsWith("pages/"));
    expect(await ofShop(Object.fromEntries(lists.map((name) => [name, "[]"])))).toEqual(lists);
    expect(await ofShop(Object.fromEntries(pages.map((name) => [name, PAGE])))).toEqual(pages);
    expect(await ofShop(Object.fromEntries(files))).toEqual([...pages, ...lists]);
    expect(await exportContent(demo.db)).toEqual(files);
  });

  it("goes from one shop to another, but for its pictures", async () => {
    const files = await exportContent(demo.db);
    const texts = Object.fromEntries([...files].filter(([name]) => name === "faqs.md" || /privacy|terms/.test(name)));
    expect(await importFiles(empty, texts)).toMatchObject({ changed: Object.keys(texts) });
    for (const path of ["/api/faqs", "/api/page/terms-conditions"])
      expect((await empty.get(path)).body.data).toMatchObject(
        path === "/api/faqs" ? (await demo.get(path)).body.data : { title: "Terms And Conditions" },
      );
    // The demo's texts name no phone or email of their own.
    expect([...files.values()].join("\n")).not.toMatch(/care@kewra|522 400|90000 14160/);
  });

  it("fills in the settings when it is read", async () => {
    await importFiles(empty, { "pages/about-us.md": PAGE });
    await storeSetting(empty.db, "SHOP_EMAIL", "hello@shop.example");
    expect((await empty.get("/api/page/about-us")).body.data.sections[0].paragraphs).toEqual([
      "Write to hello@shop.example.",
    ]);
    await storeSetting(empty.db, "SHOP_EMAIL", "care@shop.example");
    expect((await empty.get("/api/page/about-us")).body.data.sections[0].paragraphs).toEqual([
      "Write to care@shop.example.",
    ]);
  });

  it("stores the templates, none of which names the demo", async () => {
    const files = await readFolder(TEMPLATES);
    expect(files.size).toBe(PAGE_SLUGS.length + 1);
    expect([...files.values()].join("\n")).not.toMatch(/kewra|lucknow|hazratganj|siddiqui/i);
    expect(await importFiles(empty, Object.fromEntries(files))).toHaveProperty("changed");
    expect((await empty.get("/api/faqs")).body.data.length).toBeGreaterThan(5);
  });

  it("brings pictures along", async () => {
    const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#c0392b" } })
      .png()
      .toBuffer();
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "hero.png"), picture);
    const banner = {
      placement: "hero",
      device: "desktop",
      image: "hero.png",
      alt: "Roses",
      title: "Roses",
      action: "Shop roses",
      link: "/category/roses",
      textSide: "left",
    };
    expect(await importFiles(empty, { "banners.json": JSON.stringify([banner]) })).toMatchObject({
      changed: ["banners.json"],
    });
    const { body } = await empty.get("/api/banner");
    expect(body.data).toMatchObject([
      { title: "Roses", image: { path: expect.stringMatching(/^\/banners\/hero\./), alt: "Roses", width: 60 } },
    ]);
    // The export names the stored picture, so a later import needs no file for it.
    const exported = (await exportContent(empty.db)).get("banners.json") ?? "";
    await rm(join(folder, "hero.png"));
    expect(await importFiles(empty, { "banners.json": exported })).toMatchObject({ changed: [] });
  });
});

describe("content with problems", () => {
  it("reports all of them by file and field, and stores nothing", async () => {
    const before = await exportContent(demo.db);
    const result = await importFiles(demo, {
      "pages/about-us.md": "---\ntitle: About Us\ncolour: red\n---\n\nHello {SHOP_FAX}.\n",
      "faqs.md": "## Why?\n\n[Ask us](contact).\n\n## Why?\n\nBecause.\n\n## How?\n",
      "banners.json": JSON.stringify([
        {
          placement: "top",
          device: "desktop",
          image: "gone.png",
          title: "",
          action: "Shop",
          link: "javascript:x",
          textSide: "left",
        },
        {
          placement: "hero",
          device: "phone",
          image: "gone.png",
          title: "A",
          action: "Shop",
          link: "/",
          textSide: "left",
          size: 4,
        },
      ]),
      "testimonials.json": '[{"name": "A", "designation": "B", "review": "C", "rating": 6, "image": "gone.png"}]',
      "brands.json": "[,]",
    });
    expect(result).toEqual({
      problems: [
        'pages/about-us.md, line 6: text comes below a heading, which begins with "## "',
        "pages/about-us.md: the head has no colour, only title, summary, image and alt",
        'pages/about-us.md: the head needs a line "summary: …"',
        'pages/about-us.md: the page has no text; a section begins with "## Heading"',
        expect.stringMatching(/^pages\/about-us\.md: \{SHOP_FAX\} stands for nothing; there are \{SHOP_NAME\}/),
        'faqs.md, "Why?": the link to "contact" must be a path of the shop such as /faq, or begin with https://',
        'faqs.md, "How?": the answer must be one paragraph',
        'faqs.md, "Why?": is asked twice',
        "banners.json, banner 1, placement: must be hero or promo or app",
        "banners.json, banner 1, title: must not be empty",
        expect.stringMatching(/^banners\.json, banner 1, link: must be a path/),
        "banners.json, banner 2: there is no field size",
        "testimonials.json, testimonial 1, rating: must be at most 5",
        expect.stringMatching(/^brands\.json: is not JSON/),
      ],
    });
    const picture = { name: "A", designation: "B", review: "C", rating: 5, image: "gone.png" };
    expect(await importFiles(demo, { "testimonials.json": JSON.stringify([picture]) })).toEqual({
      problems: ['testimonials.json, testimonial 1, image: "gone.png": There is no picture gone.png.'],
    });
    expect(await exportContent(demo.db)).toEqual(before);
  });

  it("reports links where none works", async () => {
    const link = "[Ask us](/contact)";
    expect(
      await importFiles(demo, {
        "pages/about-us.md": `---\ntitle: About Us\nsummary: ${link}\n---\n\n## ${link}\n\n${link}\n`,
        "faqs.md": `# ${link}\n\n## ${link}\n\n${link}\n`,
      }),
    ).toEqual({
      problems: [
        "pages/about-us.md: the summary cannot contain a link",
        'pages/about-us.md: the heading "[Ask us](/contact)" cannot contain a link',
        'faqs.md, "[Ask us](/contact)": a question cannot contain a link',
        'faqs.md, "[Ask us](/contact)": a heading cannot contain a link',
      ],
    });
  });

  it("in an unknown file is rejected", async () => {
    await mkdir(join(folder, "odd", "pages"), { recursive: true });
    await expect(readFolder(join(folder, "odd"))).rejects.toThrow(/has none of pages\/about-us\.md/);
    await writeFile(join(folder, "odd", "pages", "shipping.md"), PAGE);
    await expect(readFolder(join(folder, "odd"))).rejects.toThrow(/^pages\/shipping\.md has no place in the shop/);
    await expect(readFolder(join(folder, "nowhere"))).rejects.toThrow(/There is no folder/);
  });
});
