/** The requests of the client, as the specification lists them. */

import { describe, expect, it } from "vitest";
import { routes } from "../../contract/routes.ts";
import { pathOf } from "./browser.ts";
import { type Client, createClient } from "./client.ts";
import type { ApiRequest } from "./request.ts";

const LUCKNOW = { street: "14 Attar Gali", city: "Lucknow", state: "Uttar Pradesh", pincode: "226001" };
const email = "a@b.co";
const otp = "012345";
const password = "secret1";
const credentials = { email, password };
const item = { product_id: "7", quantity: 2 };
const proof = { razorpay_order_id: "order_1", razorpay_payment_id: "pay_1", razorpay_signature: "ab" };
const profile = { name: "Asha", mobile_no: "9845012345", dob: "1990-04-25" };
const image = new File(["a face"], "me.png", { type: "image/png" });

/** Sends one request; returns it as `METHOD /path?query` with its body. */
async function sentBy(request: (api: Client) => Promise<unknown>): Promise<[string, unknown]> {
  const sent: ApiRequest[] = [];
  const api = createClient(async (apiRequest) => {
    sent.push(apiRequest);
    return { status: 200, body: { success: true, data: {} } };
  });
  await request(api);
  expect(sent).toHaveLength(1);
  const { body, ...sentRequest } = sent[0] as ApiRequest;
  const { method } = routes[sentRequest.endpoint];
  return [`${method} ${pathOf(sentRequest)}`, body instanceof FormData ? Object.fromEntries(body) : body];
}

type Case = [requirements: string, sent: string, request: (api: Client) => Promise<unknown>, body?: unknown];

const CASES: Case[] = [
  [
    "S7.29",
    "GET /product?page=2&perPage=12&bestseller=true",
    (api) => api.listProducts({ query: { page: 2, perPage: 12, bestseller: true, search: "", category: undefined } }),
  ],
  ["S7.31", "GET /product/rose-of-kannauj", (api) => api.readProduct({ params: { slug: "rose-of-kannauj" } })],
  ["S7.31", "GET /product/a%2Fb", (api) => api.readProduct({ params: { slug: "a/b" } })],
  ["S7.33", "GET /category", (api) => api.listCategories()],
  ["S7.35", "GET /category/perfumes", (api) => api.readCategory({ params: { slug: "perfumes" } })],
  [
    "S7.37",
    "GET /review?page=1&perPage=5&product_id=7",
    (api) => api.listReviews({ query: { page: 1, perPage: 5, product_id: "7" } }),
  ],
  ["S7.53", "GET /faqs", (api) => api.listFaqs()],
  ["S7.55", "GET /influencer", (api) => api.listTestimonials()],
  ["S7.57", "GET /banner?mobile_banner=true", (api) => api.listBanners({ query: { mobile_banner: true } })],
  ["S7.57", "GET /banner?mobile_banner=false", (api) => api.listBanners({ query: { mobile_banner: false } })],
  [
    "S1.19",
    "GET /banner?mobile_banner=true&placement=promo%2Capp",
    (api) => api.listBanners({ query: { mobile_banner: true, placement: ["promo", "app"] } }),
  ],
  ["S7.77", "GET /brand", (api) => api.listBrandImages()],
  ["S3.07, S7.05", "POST /user/login", (api) => api.login({ body: credentials }), credentials],
  [
    "S3.08, S7.07",
    "POST /user/social/login/web",
    (api) => api.socialLogin({ body: { idToken: "t" } }),
    { idToken: "t" },
  ],
  [
    "S3.09, S7.09",
    "POST /user/register",
    (api) => api.register({ body: { ...credentials, otp, name: "Asha" } }),
    { ...credentials, otp, name: "Asha" },
  ],
  ["S7.11", "POST /user/verify", (api) => api.verifyCode({ body: { email, otp } }), { email, otp }],
  ["S7.13, S7.70", "POST /user/forgot-password", (api) => api.forgotPassword({ body: { email } }), { email }],
  ["S7.65, S7.66", "POST /user/otp", (api) => api.sendCode({ body: { email } }), { email }],
  [
    "S7.18",
    "POST /user/change-password",
    (api) => api.changePassword({ body: { password }, token: "t" }),
    { password },
  ],
  ["S7.20", "POST /user/logout", (api) => api.logout()],
  [
    "S7.23, S7.24",
    "POST /user/update",
    (api) => api.updateUser({ body: { ...profile, address: LUCKNOW }, files: { profile_image: null } }),
    {
      ...profile,
      "address[street]": LUCKNOW.street,
      "address[city]": LUCKNOW.city,
      "address[state]": LUCKNOW.state,
      "address[pincode]": LUCKNOW.pincode,
    },
  ],
  [
    "S7.25",
    "POST /user/update",
    (api) => api.updateUser({ body: profile, files: { profile_image: image } }),
    { ...profile, profile_image: image },
  ],
  ["S7.27", "GET /user", (api) => api.readUser()],
  [
    "S7.39, S7.74",
    "GET /cart?page=1&perPage=50&forCount=false",
    (api) => api.readCart({ query: { page: 1, perPage: 50, forCount: false } }),
  ],
  ["S3.35, S7.41", "POST /cart", (api) => api.addToCart({ body: item }), item],
  ["S3.35, S7.44", "PATCH /cart", (api) => api.changeQuantity({ body: item }), item],
  ["S7.71", "DELETE /cart/7", (api) => api.removeFromCart({ params: { product_id: "7" }, query: {} })],
  ["S7.47", "GET /checkout", (api) => api.readCheckout()],
  [
    "S3.45, S7.49",
    "POST /init/payment",
    (api) => api.initPayment({ body: { address: LUCKNOW } }),
    { address: LUCKNOW },
  ],
  ["S7.51", "POST /verify/payment", (api) => api.verifyPayment({ body: proof }), proof],
];

describe("the client", () => {
  for (const [requirements, sent, request, body] of CASES)
    it(`sends what the specification lists: ${sent}`, {
      meta: { requirements: `${requirements}, S7.01` },
    }, async () => {
      expect(await sentBy(request)).toEqual([sent, body]);
    });

  it("returns the data of a response, and a list with its paging", async () => {
    const paging = { perPage: 5, page: 1, totalData: 0, totalPages: 1 };
    const respond = (more: object) => async () => ({ status: 200, body: { success: true, data: [], ...more } });
    expect(await createClient(respond({})).listFaqs()).toEqual([]);
    expect(await createClient(respond(paging)).listOrders({ query: {} })).toMatchObject({ data: [], ...paging });
  });
});
