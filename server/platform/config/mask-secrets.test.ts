import { expect, it } from "vitest";
import { maskSecrets } from "./mask-secrets.ts";

it("masks secrets, each of several, and the passwords of URLs as they are typed", () => {
  const environment = {
    SMTP_URL: "smtps://shop:p%40ss%20word@mail.example:465",
    RAZORPAY_KEY_SECRET: "Zk39sLq0VbTn5YwE",
    RAZORPAY_WEBHOOK_SECRETS: "whs-new-one,whs-old",
    SHOP_ORIGIN: "https://attarbagh.in",
  };
  expect(maskSecrets("535 p@ss word, p%40ss%20word at smtps://shop:p%40ss%20word@mail.example:465", environment)).toBe(
    "535 •••, ••• at •••",
  );
  expect(maskSecrets("whs-old whs-new-one whs-new-one,whs-old Zk39sLq0VbTn5YwE", environment)).toBe("••• ••• ••• •••");
  expect(maskSecrets("SHOP_ORIGIN https://attarbagh.in", environment)).toBe("SHOP_ORIGIN https://attarbagh.in");
  expect(maskSecrets("a, b", { ...environment, RAZORPAY_KEY_SECRET: "", CODE_SECRET: "b" })).toBe("a, b");
});
