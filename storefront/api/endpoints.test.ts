import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { followSession } from "../state/session.ts";
import { accountApi } from "./accounts.ts";
import { createApi } from "./api.ts";
import { cartApi } from "./cart.ts";
import { checkoutApi } from "./checkout.ts";
import type { ApiRequest } from "./request.ts";

/** What each function of the storefront sends: method, path and body of the call that it stands for. */

const LUCKNOW = { street: "14 Attar Gali", city: "Lucknow", state: "Uttar Pradesh", pincode: "226001" };

describe("a screen's call", () => {
  const sent: ApiRequest[] = [];
  const api = createApi(async (request) => {
    sent.push(request);
    return { status: 200, body: { success: true, data: {} } };
  });
  beforeEach(() => sent.splice(0));

  const CALLS: [ids: string, path: string, make: () => Promise<unknown>][] = [
    [
      "S7.29",
      "product?page=2&perPage=12&bestseller=true",
      () => api.listProducts({ page: 2, perPage: 12, bestseller: true, search: "", category: undefined }),
    ],
    ["S7.31", "product/rose-of-kannauj", () => api.readProduct("rose-of-kannauj")],
    ["S7.33", "category", () => api.listCategories()],
    ["S7.35", "category/perfumes", () => api.readCategory("perfumes")],
    ["S7.37", "review?page=1&perPage=5&product_id=7", () => api.listReviews("7", 1)],
    ["S7.53", "faqs", () => api.listFaqs()],
    ["S7.55", "influencer", () => api.listTestimonials()],
    ["S7.57", "banner?mobile_banner=true", () => api.listBanners(true)],
    ["S7.57", "banner?mobile_banner=false", () => api.listBanners(false)],
    ["S1.19", "banner?mobile_banner=true&placement=promo%2Capp", () => api.listBanners(true, ["promo", "app"])],
    ["S7.77", "brand", () => api.listBrandImages()],
  ];
  for (const [ids, path, make] of CALLS) {
    it(`reads, with no payload: GET ${path}`, { meta: { requirements: ids } }, async () => {
      await make();
      expect(sent).toEqual([{ method: "GET", path, signal: undefined }]);
    });
  }
});

describe("a shopper's call", () => {
  let asked: { call: string; body: unknown }[];
  let stopFollowing = () => {};
  beforeEach(() => {
    asked = [];
    vi.stubGlobal("window", {
      addEventListener() {},
      removeEventListener() {},
      localStorage: { getItem: () => null, setItem() {}, removeItem() {} },
    });
    vi.stubGlobal("fetch", async (url: string, { method, body }: RequestInit) => {
      const isForm = body instanceof FormData;
      asked.push({
        call: `${method} ${url}`,
        body: isForm ? Object.fromEntries(body) : typeof body === "string" ? JSON.parse(body) : body,
      });
      return Response.json({ success: true, statusCode: 200, data: {} });
    });
    stopFollowing = followSession("a secret");
  });
  afterEach(() => {
    stopFollowing();
    vi.unstubAllGlobals();
  });

  const credentials = { email: "a@b.co", password: "secret1" };
  const registration = { ...credentials, otp: "012345", name: "Asha" };
  const item = { product_id: "7", quantity: 2 };
  const proof = { razorpay_order_id: "order_1", razorpay_payment_id: "pay_1", razorpay_signature: "ab" };
  const profile = { name: "Asha", mobile_no: "9845012345", dob: "1990-04-25" };
  const face = new File(["a face"], "me.png", { type: "image/png" });

  const CALLS: [ids: string, call: string, body: unknown, make: () => Promise<unknown>][] = [
    ["S3.07, S7.05", "POST /api/user/login", credentials, () => accountApi.login(credentials)],
    ["S3.08, S7.07", "POST /api/user/social/login/web", { idToken: "t" }, () => accountApi.socialLogin("t")],
    ["S3.09, S7.09", "POST /api/user/register", registration, () => accountApi.register(registration)],
    [
      "S7.11",
      "POST /api/user/verify",
      { email: "a@b.co", otp: "012345" },
      () => accountApi.verifyCode("a@b.co", "012345"),
    ],
    ["S7.13, S7.70", "POST /api/user/forgot-password", { email: "a@b.co" }, () => accountApi.forgotPassword("a@b.co")],
    ["S7.65, S7.66", "POST /api/user/otp", { email: "a@b.co" }, () => accountApi.sendCode("a@b.co")],
    [
      "S7.18",
      "POST /api/user/change-password",
      { password: "secret1" },
      () => accountApi.changePassword("secret1", "t"),
    ],
    ["S7.20", "POST /api/user/logout", undefined, () => accountApi.logout()],
    [
      "S7.23, S7.24",
      "POST /api/user/update",
      {
        ...profile,
        "address[street]": LUCKNOW.street,
        "address[city]": LUCKNOW.city,
        "address[state]": LUCKNOW.state,
        "address[pincode]": LUCKNOW.pincode,
      },
      () => accountApi.updateUser({ ...profile, address: LUCKNOW }, null),
    ],
    ["S7.25", "POST /api/user/update", { ...profile, profile_image: face }, () => accountApi.updateUser(profile, face)],
    ["S7.27", "GET /api/user", undefined, () => accountApi.readUser()],
    ["S7.39", "GET /api/cart?page=1&perPage=50&forCount=true", undefined, () => cartApi.read(true)],
    ["S7.39, S7.74", "GET /api/cart?page=1&perPage=50&forCount=false", undefined, () => cartApi.read(false)],
    ["S3.35, S7.41", "POST /api/cart", item, () => cartApi.add("7", 2)],
    ["S3.35, S7.44", "PATCH /api/cart", item, () => cartApi.changeQuantity("7", 2)],
    ["S7.71", "DELETE /api/cart/7", undefined, () => cartApi.remove("7")],
    ["S7.47", "GET /api/checkout", undefined, () => checkoutApi.read()],
    [
      "S3.45, S7.49",
      "POST /api/init/payment",
      { address: LUCKNOW },
      () => checkoutApi.initPayment({ address: LUCKNOW }),
    ],
    ["S7.51", "POST /api/verify/payment", proof, () => checkoutApi.verifyPayment(proof)],
  ];
  for (const [ids, call, body, make] of CALLS) {
    it(`is sent below /api as the contract has it: ${call}`, { meta: { requirements: `${ids}, S7.01` } }, async () => {
      await make();
      expect(asked).toEqual([{ call, body }]);
    });
  }
});
