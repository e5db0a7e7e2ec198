/** The profile with its picture, and the address book. */

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_LOGIN } from "../../contract/demo.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { makeCustomer, PASSWORD, peopleOf, rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let people: ReturnType<typeof peopleOf>;
let token: string;
let stranger: string;
beforeAll(async () => {
  shop = await openShop({ demo: true });
  people = peopleOf(shop);
  token = (await people.signUp("asha@example.com")).token;
  stranger = (await people.signUp("stranger@example.com")).token;
});
afterAll(() => shop?.close());

const PARTS = {
  name: "Asha Rao",
  mobile_no: "9876543210",
  dob: "1990-04-25",
  "address[street]": "12 Rose Lane",
  "address[city]": "Pune",
  "address[state]": "Maharashtra",
  "address[pincode]": "411001",
};

interface File {
  part?: string;
  name?: string;
  type?: string;
  content: Buffer | string;
}

/** Sends the profile form as a browser does. */
async function update(parts: Record<string, string>, file?: File, bearer = token) {
  const boundary = "----form-of-the-test";
  const chunks: (Buffer | string)[] = Object.entries(parts).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  if (file) {
    chunks.push(
      `--${boundary}\r\ncontent-disposition: form-data; name="${file.part ?? "profile_image"}"; filename="${file.name ?? "me.jpg"}"\r\ncontent-type: ${file.type ?? "image/jpeg"}\r\n\r\n`,
      file.content,
      "\r\n",
    );
  }
  chunks.push(`--${boundary}--\r\n`);
  return people.send("POST", "user/update", Buffer.concat(chunks.map((chunk) => Buffer.from(chunk))), {
    token: bearer,
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  });
}
const profile = async (bearer = token) => (await people.get("user", bearer)).body.data;
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#a8482b" } });

describe("saving the profile", () => {
  it("stores every part and returns success", {
    meta: { requirements: "S7.22 to S7.26, S3.43, S3.44, S7.28" },
  }, async () => {
    expect(await update(PARTS)).toMatchObject({ status: 200, body: { success: true, statusCode: 200 } });
    expect(await profile()).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      name: "Asha Rao",
      email: "asha@example.com",
      dob: "1990-04-25",
      mobile_no: "9876543210",
      profile_image: null,
      address: { street: "12 Rose Lane", city: "Pune", state: "Maharashtra", pincode: "411001" },
      hasPassword: true,
    });
  });

  it("changes only the customer's own", { meta: { requirements: "S6.13, S7.27" } }, async () => {
    expect(await profile(stranger)).toMatchObject({ email: "stranger@example.com", mobile_no: "" });
  });

  it("trims, clears empty fields and leaves missing ones", {
    meta: { requirements: "S5.05, S5.26, S5.28, S5.30, S5.32, S5.34" },
  }, async () => {
    expect((await update({ name: "  Asha  ", mobile_no: "", "address[city]": " " })).status).toBe(200);
    expect(await profile()).toMatchObject({
      name: "Asha",
      mobile_no: "",
      dob: "1990-04-25",
      address: { street: "12 Rose Lane", city: "", state: "Maharashtra", pincode: "411001" },
    });
  });

  const long = (length: number) => "x".repeat(length);
  const RULES: [ids: string, part: string, field: string, rejected: string[], message: string, accepted: string[]][] = [
    ["S5.23", "name", "name", ["", "  "], "Name is required.", []],
    ["S5.24, S9.03", "name", "name", ["a", long(51)], "Name must be between 2 and 50 characters.", ["ab", long(50)]],
    [
      "S5.25, S9.06",
      "mobile_no",
      "mobile_no",
      ["987654321", "98765432100", "98765a3210", "+919876543"],
      "Mobile number must be 10 digits.",
      ["9876543210"],
    ],
    [
      "S5.27, S9.04",
      "address[street]",
      "address.street",
      ["a", long(256)],
      "Address must be between 2 and 255 characters.",
      ["ab", long(255)],
    ],
    [
      "S5.29, S9.05",
      "address[city]",
      "address.city",
      ["a", long(51)],
      "City must be between 2 and 50 characters.",
      ["ab", long(50)],
    ],
    [
      "S5.31, S9.05",
      "address[state]",
      "address.state",
      ["a", long(51)],
      "State must be between 2 and 50 characters.",
      ["ab", long(50)],
    ],
    [
      "S5.33, S9.07",
      "address[pincode]",
      "address.pincode",
      ["012345", "12345", "1234567", "12345a"],
      "Pincode must be 6 digits and not start with 0.",
      ["100000"],
    ],
    [
      "R15",
      "dob",
      "dob",
      ["25.4.1990", "1990-02-30", "soon"],
      "Date of birth must be a date such as 1990-04-25.",
      ["", "2000-02-29"],
    ],
  ];
  for (const [ids, part, field, rejected, message, accepted] of RULES) {
    it(`enforces the rule of ${part}: ${message}`, { meta: { requirements: `${ids}, S6.12, S8.01` } }, async () => {
      await update(PARTS);
      const before = await profile();
      for (const value of rejected) {
        const { status, body } = await update({ ...PARTS, [part]: value });
        expect({ value, status }).toEqual({ value, status: 422 });
        expect(body.errors).toEqual(expect.arrayContaining([{ field, message }]));
      }
      expect(await profile()).toEqual(before);
      for (const value of accepted) expect((await update({ ...PARTS, [part]: value })).status).toBe(200);
    });
  }

  it("needs the name even when it is not sent", async () => {
    expect(await update({ mobile_no: "9876543210" })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "name", message: "Name is required." }] },
    });
  });

  it.each([
    ["was cut off", '--b\r\ncontent-disposition: form-data; name="name"\r\n\r\nAsh', "multipart/form-data; boundary=b"],
    ["does not tell its boundary", '--b\r\ncontent-disposition: form-data; name="name"\r\n', "multipart/form-data"],
  ])("rejects a form that %s", async (_, text, type) => {
    const response = await people.send("POST", "user/update", Buffer.from(text), {
      token,
      headers: { "content-type": type },
    });
    expect(response).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("We couldn’t read this form") },
    });
  });

  it("accepts neither JSON nor unknown parts", async () => {
    expect((await people.post("user/update", { name: "Asha" }, { token })).status).toBe(415);
    await update({
      ...PARTS,
      email: "other@example.com",
      "address[role]": "admin",
      "__proto__[x]": "1",
      password_hash: "x",
    });
    expect(await profile()).toMatchObject({ email: "asha@example.com" });
    expect((await people.logIn("asha@example.com", PASSWORD)).status).toBe(200);
  });
});

describe("the profile picture", () => {
  it.each([
    ["JPEG", async () => picture(1200, 800).jpeg().toBuffer()],
    ["PNG", async () => picture(300, 700).png().toBuffer()],
    ["WebP", async () => picture(600, 600).webp().toBuffer()],
    ["AVIF", async () => picture(64, 64).avif({ effort: 0 }).toBuffer()],
  ])(
    "may be a %s, and becomes a square without anything else of the file",
    { meta: { requirements: "S2.215, S7.25" } },
    async (_type, make) => {
      expect((await update(PARTS, { content: await make() })).status).toBe(200);
      const { profile_image: path } = await profile();
      expect(path).toMatch(/^\/customers\/portrait-[0-9a-f]{32}\.[0-9a-f]{8}\.webp$/);
      const { rawPayload, headers } = await shop.app.inject({ method: "GET", url: `/media${path}` });
      expect(headers["content-type"]).toBe("image/webp");
      const { format, width, height } = await sharp(rawPayload).metadata();
      expect(format).toBe("webp");
      expect(width).toBe(height);
      expect(width).toBeLessThanOrEqual(512);
    },
  );

  it("is rotated and has no location or camera metadata", async () => {
    const content = await sharp(
      await sharp({ create: { width: 40, height: 40, channels: 3, background: "#000000" } })
        .composite([
          { input: { create: { width: 40, height: 20, channels: 3, background: "#ffffff" } }, top: 0, left: 0 },
        ])
        .png()
        .toBuffer(),
    )
      .withExif({ IFD0: { Make: "SecretCamera" }, IFD3: { GPSLatitude: "26/1 51/1 0/1" } })
      .withMetadata({ orientation: 3 })
      .jpeg()
      .toBuffer();
    expect(content.includes("SecretCamera")).toBe(true);
    expect((await update(PARTS, { content })).status).toBe(200);
    const { rawPayload } = await shop.app.inject({ method: "GET", url: `/media${(await profile()).profile_image}` });
    const { exif, orientation } = await sharp(rawPayload).metadata();
    expect({ exif, orientation }).toEqual({ exif: undefined, orientation: undefined });
    expect(rawPayload.includes("SecretCamera")).toBe(false);
    // White was on top; orientation 3 rotates by 180°, so it is now at the bottom.
    const pixels = await sharp(rawPayload).removeAlpha().raw().toBuffer();
    expect(pixels[0]).toBeLessThan(40);
    expect(pixels.at(-1)).toBeGreaterThan(215);
  });

  const statusOf = async (path: string) => (await shop.get(`/media${path}`)).status;
  async function choose(content: Buffer): Promise<string> {
    expect((await update(PARTS, { content })).status).toBe(200);
    return (await profile()).profile_image;
  }

  it("that was replaced is gone, with its renditions", async () => {
    const previous = await choose(await picture(20, 20).png().toBuffer());
    expect(await statusOf(`/w96${previous}.webp`)).toBe(200);
    const next = await choose(await picture(30, 30).png().toBuffer());
    const paths = [previous, `/w96${previous}.webp`];
    await expect.poll(() => Promise.all(paths.map(statusOf)), { timeout: LONGEST_WAIT_MS }).toEqual([404, 404]);
    expect(await statusOf(next)).toBe(200);
    // Saving without a picture, or with the same one, keeps the stored file.
    await update(PARTS);
    expect(await statusOf((await profile()).profile_image)).toBe(200);
    expect(await statusOf(await choose(await picture(30, 30).png().toBuffer()))).toBe(200);
  });

  it("that was chosen from several at once is there in the end, and the others are not", async () => {
    const made = await Promise.all([40, 41, 42, 40].map((side) => picture(side, side).png().toBuffer()));
    const folder = join(shop.dataDir, "media/customers");
    const before = await readdir(folder);
    await Promise.all(made.map((content) => update(PARTS, { content })));
    const { profile_image: path } = await profile();
    expect(await statusOf(path)).toBe(200);
    const own = async () => (await readdir(folder)).filter((name) => !before.includes(name));
    await expect
      .poll(async () => (await own()).map((name) => `/customers/${name}`), { timeout: LONGEST_WAIT_MS })
      .toEqual([path]);
  });

  it("that others may show too is not deleted with its replacement", async () => {
    const demo = (await people.logIn(DEMO_LOGIN.email, DEMO_LOGIN.password)).body.data;
    const content = await picture(20, 20).png().toBuffer();
    expect((await update({ name: demo.name }, { content }, demo.token)).status).toBe(200);
    expect((await profile(demo.token)).profile_image).not.toBe(demo.profile_image);
    expect(await statusOf(demo.profile_image)).toBe(200);
  });

  const MISLEADING_FILES: [what: string, make: () => Promise<Buffer>, status: number, message: RegExp][] = [
    ["a text that calls itself JPEG", async () => Buffer.from("hello, I am a picture"), 422, /^We can’t use this file/],
    [
      "a web page that calls itself JPEG",
      async () => Buffer.from("<!doctype html><script>alert(1)</script>"),
      422,
      /^We can’t use this file/,
    ],
    [
      "a drawing",
      async () =>
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'),
      422,
      /^We can’t use this file/,
    ],
    ["a GIF", async () => picture(9, 9).gif().toBuffer(), 422, /^We can’t use this file/],
    [
      "half a JPEG",
      async () =>
        (
          await sharp({
            create: {
              width: 900,
              height: 900,
              channels: 3,
              background: "#222",
              noise: { type: "gaussian", mean: 128, sigma: 60 },
            },
          })
            .jpeg()
            .toBuffer()
        ).subarray(0, 20_000),
      422,
      /^We can’t use this file/,
    ],
    [
      "a HEIC that cannot be read",
      async () => Buffer.concat([Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"), Buffer.alloc(500)]),
      422,
      /^We can’t open HEIC photos yet\. Please save it as a JPEG/,
    ],
    [
      "26 megapixels in a small file",
      async () =>
        sharp({ create: { width: 5200, height: 5000, channels: 3, background: "#fff" } })
          .png({ compressionLevel: 9 })
          .toBuffer(),
      422,
      /^This photo is too large\. Please choose one under 25 megapixels\.$/,
    ],
    ["8 MB and one byte", async () => Buffer.alloc(8 * 1024 * 1024 + 1, 1), 413, /The limit is 8 MB/],
  ];
  it("is accepted forty times a day, and the rest of the profile is still saved", async () => {
    const { token: own } = await makeCustomer(shop.db, "pictures@example.com");
    const responses = [];
    for (let time = 0; time < 41; time++) responses.push((await update(PARTS, { content: "no picture" }, own)).status);
    expect(responses).toEqual([...Array(40).fill(422), 429]);
    expect((await update({ ...PARTS, name: "Asha R. Rao" }, undefined, own)).status).toBe(200);
  });

  it.each(MISLEADING_FILES)(
    "is rejected when it is %s, and the old one stays",
    async (_what, make, status, message) => {
      await update(PARTS, { content: await picture(20, 20).jpeg().toBuffer() });
      const before = await profile();
      const response = await update({ ...PARTS, name: "Somebody Else" }, { content: await make() });
      expect(response.status).toBe(status);
      expect(response.body.errors).toEqual([{ field: "profile_image", message: expect.stringMatching(message) }]);
      expect(await profile()).toEqual(before);
    },
  );

  it("has a unique path, even if two customers choose the same", async () => {
    const content = await picture(20, 20).jpeg().toBuffer();
    await update(PARTS, { content });
    await update(PARTS, { content }, stranger);
    expect((await profile()).profile_image).not.toBe((await profile(stranger)).profile_image);
  });

  it("may be missing, or an empty part as browsers send it; the old one stays", async () => {
    await update(PARTS, { content: await picture(20, 20).jpeg().toBuffer() });
    const { profile_image: before } = await profile();
    expect((await update(PARTS)).status).toBe(200);
    expect((await update(PARTS, { name: "", type: "application/octet-stream", content: "" })).status).toBe(200);
    expect((await profile()).profile_image).toBe(before);
  });

  it("is the only file that the form accepts", async () => {
    const { status } = await update(PARTS, { part: "something_else", content: await picture(9, 9).jpeg().toBuffer() });
    expect(status).toBe(400);
  });

  it("is shown with the customer's session and by the reviews", async () => {
    const { profile_image } = await profile();
    expect((await people.logIn("asha@example.com")).body.data.profile_image).toBe(profile_image);
  });
});

describe("the address book", () => {
  const LUCKNOW = { street: "14 Attar Gali", city: "Lucknow", state: "Uttar Pradesh", pincode: "226001" };
  const PUNE = { street: "12 Rose Lane", city: "Pune", state: "Maharashtra", pincode: "411001" };
  const list = async (bearer: string) => (await people.get("user/address", bearer)).body.data;
  const add = (body: unknown, bearer: string) => people.post("user/address", body, { token: bearer });
  let member: string;
  let number = 0;
  const newCustomer = async () => {
    number += 1;
    member = (await makeCustomer(shop.db, `book${number}@example.com`)).token;
    return member;
  };

  it("is empty at first; what is added first is the default", async () => {
    const bearer = await newCustomer();
    expect(await list(bearer)).toEqual([]);
    expect((await add(LUCKNOW, bearer)).body.data).toEqual({
      _id: expect.any(String),
      ...LUCKNOW,
      mobile_no: "",
      isDefault: true,
    });
    expect((await add(PUNE, bearer)).body.data).toMatchObject({ isDefault: false });
    expect(await list(bearer)).toMatchObject([LUCKNOW, PUNE]);
  });

  it("stores an address once, however often it is sent", async () => {
    const bearer = await newCustomer();
    const [first, second] = await Promise.all([add(LUCKNOW, bearer), add(LUCKNOW, bearer)]);
    expect(first.body.data).toEqual(second.body.data);
    expect(await list(bearer)).toEqual([first.body.data]);
  });

  it("changes an address, chooses the default, and passes it on when that one is deleted", async () => {
    const bearer = await newCustomer();
    const { _id: one } = (await add(LUCKNOW, bearer)).body.data;
    const { _id: two } = (await add(PUNE, bearer)).body.data;
    const changed = await people.send(
      "PATCH",
      `user/address/${two}`,
      { ...PUNE, street: "13 Rose Lane" },
      { token: bearer },
    );
    expect(changed.body.data).toEqual({ _id: two, ...PUNE, mobile_no: "", street: "13 Rose Lane", isDefault: false });
    expect((await people.post(`user/address/${two}/default`, undefined, { token: bearer })).body.data).toMatchObject({
      _id: two,
      isDefault: true,
    });
    expect(await list(bearer)).toMatchObject([
      { _id: two, isDefault: true },
      { _id: one, isDefault: false },
    ]);
    expect((await people.send("DELETE", `user/address/${two}`, undefined, { token: bearer })).status).toBe(200);
    expect(await list(bearer)).toMatchObject([{ _id: one, isDefault: true }]);
  });

  it("of another customer is out of reach", { meta: { requirements: "S6.13" } }, async () => {
    const owner = await newCustomer();
    const { _id } = (await add(LUCKNOW, owner)).body.data;
    for (const [method, path] of [
      ["PATCH", `user/address/${_id}`],
      ["DELETE", `user/address/${_id}`],
      ["POST", `user/address/${_id}/default`],
    ] as const) {
      const { status, body } = await people.send(method, path, method === "PATCH" ? PUNE : undefined, {
        token: stranger,
      });
      expect({ status, message: body.message }).toEqual({
        status: 404,
        message: "That address is no longer in your address book. Please choose another.",
      });
    }
    expect(await list(stranger)).toEqual([]);
    expect(await list(owner)).toMatchObject([LUCKNOW]);
    expect((await people.send("PATCH", "user/address/first", PUNE, { token: owner })).status).toBe(404);
  });

  for (const [ids, body, field, message] of [
    ["S5.18", { ...PUNE, pincode: " " }, "pincode", "Pincode is required"],
    ["S5.19, S9.07", { ...PUNE, pincode: "12345" }, "pincode", "Invalid pincode"],
    ["S5.19, S9.07", { ...PUNE, pincode: "1234567" }, "pincode", "Invalid pincode"],
    ["S5.19", { ...PUNE, pincode: "12a456" }, "pincode", "Invalid pincode"],
    ["S5.20", { ...PUNE, city: "   " }, "city", "City is required"],
    ["S5.21", { ...PUNE, state: "" }, "state", "State is required"],
    ["S5.22, S5.38", { ...PUNE, street: "   " }, "street", "Address is required"],
    ["S5.22", { city: "Pune", state: "Maharashtra", pincode: "411001" }, "street", "Address is required"],
  ] as const) {
    it(`enforces the rules of shipping addresses: ${JSON.stringify(body)}`, {
      meta: { requirements: `${ids}, S6.12, S8.01` },
    }, async () => {
      expect(await add(body, stranger)).toMatchObject({ status: 422, body: { errors: [{ field, message }] } });
      expect(await list(stranger)).toEqual([]);
    });
  }

  it("takes a pincode that starts with 0", { meta: { requirements: "S5.19, S9.07, R7" } }, async () => {
    const bearer = await newCustomer();
    expect((await add({ ...PUNE, pincode: "012345" }, bearer)).status).toBe(200);
  });

  it("has one default however many requests come at once, and holds 20", async () => {
    const bearer = await newCustomer();
    const responses = await Promise.all(
      Array.from({ length: 22 }, (_, n) => add({ ...PUNE, street: `${n} Rose Lane` }, bearer)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(responses.find(({ status }) => status !== 200)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining("20 addresses") },
    });
    const book = await list(bearer);
    expect(book.filter(({ isDefault }: { isDefault: boolean }) => isDefault)).toHaveLength(1);
    const chosen = await Promise.all(
      book
        .slice(1, 5)
        .map(({ _id }: { _id: string }) => people.post(`user/address/${_id}/default`, undefined, { token: bearer })),
    );
    expect(chosen.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await list(bearer)).filter(({ isDefault }: { isDefault: boolean }) => isDefault)).toHaveLength(1);
  });
});

describe("the demo customer", () => {
  it("can log in, has a picture and two addresses", { meta: { requirements: "S2.169" } }, async () => {
    const { status, body } = await people.logIn("demo@kewra.example", "kewra-demo");
    expect(status).toBe(200);
    const user = await profile(body.data.token);
    expect(user).toMatchObject({ name: "Aditya Iyer", email: "demo@kewra.example", address: { pincode: "226001" } });
    expect((await shop.get(`/media${user.profile_image}`)).status).toBe(200);
    const { body: addresses } = await people.get("user/address", body.data.token);
    expect(addresses.data).toMatchObject([
      { city: "Lucknow", isDefault: true },
      { city: "Bengaluru", isDefault: false },
    ]);
    expect(
      await rowsOf(
        shop,
        sql`select password_hash from customer where email = 'demo@kewra.example' and password_hash like '%kewra-demo%'`,
      ),
    ).toEqual([]);
  });
});
