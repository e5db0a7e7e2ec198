import { expect, requirements, test } from "./test.ts";

test("the mark in emails may be shown by webmail on its own pages, other files may not", { tag: "@phone" }, async ({
  request,
}) => {
  for (const [path, allowed] of [
    ["/email-mark.png", "cross-origin"],
    ["/icon-192.png", "same-origin"],
  ] as const) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    expect(response.headers()["cross-origin-resource-policy"], path).toBe(allowed);
  }
});

test("every route of the specification is served to a guest as its own page", {
  tag: "@phone",
  annotation: requirements("S0.09, S0.10, S6.01"),
}, async ({ request }) => {
  const { data: products } = await (await request.get("/api/product?perPage=1")).json();
  const publicPages = [
    "/",
    "/crazy-deals",
    "/bestsellers",
    "/products",
    `/product/${products[0].slug}`,
    "/category/perfumes",
    "/privacy-policy",
    "/terms-conditions",
    "/refund-plocy",
    "/about-us",
    "/contact",
    "/privacy-request",
    "/faq",
  ];
  const guests = [
    "/login",
    "/signup",
    "/forgot/password",
    "/otp/verification",
    "/otp/verification/password",
    "/change/password/abc",
  ];
  const customers = ["/tracking", "/cart", "/checkout", "/profile"];
  const titles = new Set<string>();
  for (const path of [...publicPages, ...guests, ...customers]) {
    const response = await request.get(path, { maxRedirects: 0 });
    expect(response.status(), path).toBe(200);
    const html = await response.text();
    // The browser decides who may see the other pages.
    if (publicPages.includes(path)) expect(html, path).toMatch(/<h1\b/);
    titles.add(/<title>([^<]+)<\/title>/.exec(html)?.[1] ?? "");
  }
  expect(titles.size).toBe(23);
});

test("a script that came into a page with its data does not run", { tag: "@phone" }, async ({ page, faults }) => {
  faults.expect(/Content Security Policy/);
  await page.route("**/faq", async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace("</body>", "<script>document.title = 'taken over'</script></body>");
    expect(html).toContain("taken over");
    await route.fulfill({ response: response, body: html });
  });
  const refused = page.waitForEvent("console", (message) => /Content Security Policy/.test(message.text()));
  await page.goto("/faq");
  await refused;
  await expect(page).not.toHaveTitle("taken over");
  await page.unroute("**/faq");
});

test("every page has a title, a description and a picture that link previews show", { tag: "@phone" }, async ({
  request,
}) => {
  const { data: categories } = await (await request.get("/api/category")).json();
  const sub = categories.flatMap(({ subcategories }: { subcategories: { slug: string }[] }) => subcategories)[0].slug;
  const found = ["/", "/products", "/products?page=2", "/bestsellers", `/category/${sub}`, "/category/perfumes"];
  const others = ["/product/kewra-bloom", "/about-us", "/contact", "/faq", "/login", "/cart"];
  const missing = ["/product/no-such", "/category/no-such", "/no-such"];
  const titles = new Set<string>();
  for (const path of [...found, ...others, ...missing]) {
    const response = await request.get(path);
    const html = await response.text();
    const meta = (name: string) =>
      new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? "";
    expect(meta("description"), path).toMatch(/.{20,}/);
    expect(meta("og:image"), path).toMatch(/^http:\/\/[^/]+\/\S+\.\w+$/);
    expect(Number(meta("og:image:width")), path).toBeGreaterThan(400);
    expect(Number(meta("og:image:height")), path).toBeGreaterThan(400);
    expect(meta("og:image:alt"), path).not.toBe("");
    const picture = await request.get(meta("og:image"));
    expect(picture.headers()["content-type"], path).toMatch(/^image\/(jpeg|png)$/);
    titles.add(/<title>([^<]+)<\/title>/.exec(html)?.[1] ?? "");
    if (missing.includes(path)) {
      expect(response.status(), path).toBe(404);
      expect(meta("robots"), path).toBe("noindex");
    }
  }
  // Titles are unique, except for the unknown product and category, and home at an unknown URL.
  expect(titles.size).toBe(found.length + others.length + 1);
  expect([...titles].join()).toContain("Page not found");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("no control does nothing in silence, and nothing is being loaded for ever", { tag: "@phone" }, async ({
    page,
  }) => {
    const paths = [
      "/",
      "/products",
      "/product/kewra-bloom",
      "/contact",
      "/privacy-request",
      "/login",
      "/signup",
      "/change/password/abc",
    ];
    const nothingElse = ["/otp/verification", "/wishlist", "/cart", "/checkout", "/profile", "/tracking", "/pay/abc"];
    for (const path of [...paths, ...nothingElse]) {
      await page.goto(path);
      const silent = await page
        .locator("button:visible:not(:disabled)")
        .evaluateAll((buttons) =>
          (buttons as HTMLButtonElement[])
            .filter(({ form }) => form === null || form.method === "dialog")
            .map(({ outerHTML }) => outerHTML),
        );
      expect(silent, path).toEqual([]);
      await expect(page.locator(".animate-pulse:visible"), path).toHaveCount(0);
      if (path !== "/" && path !== "/products")
        await expect(page.getByRole("main").getByText(/needs JavaScript\. Please/), path).toBeVisible();
    }
  });
});

test("an unexpected error fails a test", { tag: "@phone" }, async ({ page, faults }) => {
  test.fail();
  faults.expect("something else");
  await page.goto("/no-such-page");
});
