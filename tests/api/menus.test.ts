/** The header's menu and the footer's columns, which staff edits as data. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCategory, makeProduct } from "./make-product.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let editor: Awaited<ReturnType<typeof signInAs>>;
let owner: Awaited<ReturnType<typeof signInAs>>;
let productId: string;

beforeAll(async () => {
  // With its cache: the shop's details are stored until a topic of them changes.
  shop = await openShop({ environment: { RESPONSE_CACHE_MB: "4" } });
  [editor, owner] = [await signInAs(shop, "Content"), await signInAs(shop, "Owner")];
  const categoryId = await makeCategory(shop, { slug: "attars", name: "Attars" });
  await makeCategory(shop, { slug: "gifts", name: "Gifts" });
  productId = String(await makeProduct(shop, { slug: "gulab", title: "Gulab", categoryId, stock: 5 }));
});
afterAll(() => shop?.close());

const read = async (name: string) => (await editor.send("GET", `/content/${name}`)).body.data;
const save = async (name: string, list: unknown, version?: number) =>
  editor.send("POST", `/content/${name}`, {
    version: version ?? (await read(name)).version,
    text: typeof list === "string" ? list : JSON.stringify(list),
  });
const shown = async () => {
  const { headerMenu, footerMenu } = (await shop.get("/api/shop")).body.data;
  return { header: headerMenu, footer: footerMenu };
};
const labels = async () => (await shown()).header.map(({ label }: { label: string }) => label);

describe("the menus", () => {
  it("are the specification's until somebody changes them", { meta: { requirements: "S2.32 to S2.36" } }, async () => {
    const { header, footer } = await shown();
    expect(header).toEqual([
      { label: "Shop All", link: "/products" },
      { label: "Bestsellers", link: "/bestsellers" },
      { label: "New Arrivals", link: "/products" },
      { label: "Crazy Deals", link: "/crazy-deals" },
      { label: "All categories", link: "categories" },
    ]);
    expect(footer.map(({ title }: { title: string }) => title)).toEqual(["Favourites", "Help and policies"]);
    expect(footer[1].links.map(({ label }: { label: string }) => label)).toEqual([
      "Terms And Conditions",
      "Privacy Policy",
      "Refund And Return Policy",
      "About Us",
      "Contact",
      "Order Tracking",
      "All Products",
      "FAQ",
    ]);
    expect(await read("header-menu")).toMatchObject({ version: 1, versions: [], problems: [] });
  });

  it("show a change at once, as a version with its author, which another one cannot overwrite", async () => {
    const menu = [
      { label: "Attars of Kannauj", link: "/category/attars" },
      { label: "Rose", link: "/product/gulab" },
      { label: "Highly rated", link: "/products?rating=4" },
      { label: "Our journal", link: "https://journal.example/" },
      { label: "The rest", link: "categories" },
    ];
    expect((await save("header-menu", menu)).body.data).toMatchObject({
      version: 2,
      versions: [{ version: 2, by: "Content Rao" }, { version: 1 }],
    });
    await expect.poll(async () => (await shown()).header).toEqual(menu);
    expect((await save("header-menu", menu.slice(1), 1)).status).toBe(409);
    const { entries } = (await owner.send("GET", "/audit?subject=content&id=header-menu.json")).body.data;
    expect(entries[0]).toMatchObject({ action: "content.changed", actor: "Content Rao", after: { version: 2 } });
    const columns = [{ title: "Read", links: [{ label: "Journal", link: "https://journal.example/" }] }];
    expect((await save("footer-menu", columns)).status).toBe(200);
    await expect.poll(async () => (await shown()).footer).toEqual(columns);
  });

  it("reject a broken link, and say which", async () => {
    const { text, version } = await read("header-menu");
    for (const link of [
      "/category/soaps",
      "/product/unknown",
      "/product/",
      "/nowhere",
      "//evil.example",
      "http://insecure.example",
      "javascript:alert(1)",
      "favourites",
      "/category/%00",
      "",
      `/${"x".repeat(600)}`,
    ]) {
      const { status, body } = await save("header-menu", [{ label: "Rose", link }]);
      expect({ link, status }).toEqual({ link, status: 422 });
      expect(body.errors[0]).toMatchObject({ field: "0.link", message: expect.stringMatching(/^[MT].*\.$/) });
    }
    for (const list of [
      '[{"label": "", "link": "/products"}]',
      '[{"label": "x", "link": "/products", "icon": "y"}]',
      '{"label": "x"}',
      "[[]]",
      JSON.stringify(Array.from({ length: 21 }, (_, at) => ({ label: `${at}`, link: "/products" }))),
    ])
      expect({ list, status: (await save("header-menu", list)).status }).toEqual({ list, status: 422 });
    for (const columns of [
      [{ title: "Empty", links: [] }],
      [{ title: "Wrong", links: "x" }],
      [{ title: "x".repeat(41), links: [{ label: "a", link: "/faq" }] }],
      ["1", "2", "3", "4"].map((title) => ({ title, links: [{ label: "a", link: "/faq" }] })),
      [{ title: "Dead", links: [{ label: "a", link: "/category/soaps" }] }],
    ])
      expect({ columns, status: (await save("footer-menu", columns)).status }).toEqual({ columns, status: 422 });
    const nested = await save("footer-menu", [
      { title: "Read", links: [{ label: "a", link: "/faq" }] },
      {
        title: "",
        links: [
          { label: "b", link: "/faq" },
          { label: "c", link: "/category/soaps" },
        ],
      },
    ]);
    expect(nested.body.errors.map(({ field }: { field: string }) => field)).toEqual(["1.title"]);
    const dead = await save("footer-menu", [
      { title: "Read", links: [{ label: "a", link: "/faq" }] },
      {
        title: "Shop",
        links: [
          { label: "b", link: "/faq" },
          { label: "c", link: "/category/soaps" },
        ],
      },
    ]);
    expect(dead.body.errors).toEqual([
      { field: "1.links.1.link", message: expect.stringContaining("There is nothing at /category/soaps") },
    ]);
    expect(await read("header-menu")).toMatchObject({ text, version });
    // JSON can write what a database rejects.
    const cleaned = await save(
      "footer-menu",
      '[{"title": "A\\u0000b", "links": [{"label": "c\\ud800", "link": "/faq"}]}]',
    );
    expect(cleaned.status).toBe(200);
    const preview = await editor.send("POST", "/content/header-menu/preview", {
      text: JSON.stringify([{ label: "Soaps", link: "/category/soaps" }]),
    });
    expect(preview.body.data.problems).toEqual([
      {
        field: "0.link",
        message: "There is nothing at /category/soaps; choose another page, or remove the link.",
      },
    ]);
  });

  it("omit links whose target has left the shop, which the back office shows until they are changed", async () => {
    await expect.poll(labels).toContain("Rose");
    const { version } = (await owner.send("GET", `/products/${productId}`)).body.data;
    const archived = await owner.send("POST", `/products/${productId}/state`, { version, state: "archived" });
    expect(archived.status).toBe(200);
    await expect.poll(labels).toEqual(["Attars of Kannauj", "Highly rated", "Our journal", "The rest"]);
    const { problems, text } = await read("header-menu");
    expect(problems).toEqual([
      { field: "1.link", message: "There is nothing at /product/gulab; choose another page, or remove the link." },
    ]);
    const { data } = (await editor.send("GET", "/content")).body;
    expect(data.find(({ name }: { name: string }) => name === "header-menu").deadLinks).toBe(1);
    // Other links can be changed meanwhile.
    expect((await save("header-menu", JSON.parse(text).slice(1))).status).toBe(200);
  });

  it("lead to a category by its former slug", async () => {
    expect((await save("header-menu", [{ label: "Gifts", link: "/category/gifts" }])).status).toBe(200);
    const tree =
      (await owner.send("GET", "/categories")).body.data.categories ??
      (await owner.send("GET", "/categories")).body.data;
    const gifts = tree.find(({ slug }: { slug: string }) => slug === "gifts");
    const { version } = (await owner.send("GET", `/categories/${gifts._id}`)).body.data;
    expect((await owner.send("PATCH", `/categories/${gifts._id}`, { version, slug: "presents" })).status).toBe(200);
    expect((await read("header-menu")).problems).toEqual([]);
    await expect.poll(labels).toEqual(["Gifts"]);
  });

  it("are offered categories, and products by words of their title", async () => {
    const { categories, products } = (await editor.send("GET", "/content-link-targets")).body.data;
    expect(categories.map(({ slug }: { slug: string }) => slug).sort()).toEqual(["attars", "presents"]);
    expect(products).toEqual([]);
    // As the page asks before anything is typed.
    expect((await editor.send("GET", "/content-link-targets?q=")).body.data.categories).toEqual(categories);
    // It is archived.
    expect((await editor.send("GET", "/content-link-targets?q=gulab")).body.data.products).toEqual([]);
    expect((await editor.send("GET", `/content-link-targets?q=${"x".repeat(101)}`)).status).toBe(400);
    const packer = await signInAs(shop, "Packer");
    expect((await packer.send("GET", "/content-link-targets")).status).toBe(403);
  });
});
