import { expect, it } from "vitest";
import { consentParts, consentWording } from "./consent-wording.ts";

it("says in one sentence for each place what is accepted", () => {
  expect(consentWording("sign_up")).toBe("I accept the Terms And Conditions and the Privacy Policy");
  expect(consentWording("google")).toBe(
    "By continuing with Google, you accept the Terms And Conditions and the Privacy Policy.",
  );
  expect(consentWording("draft_order")).toBe(
    "By placing this order, you accept the Terms And Conditions and the Privacy Policy.",
  );
  expect(consentWording("set_password")).toBe(
    "By setting a password, you accept the Terms And Conditions and the Privacy Policy.",
  );
});

it("names the page of each text in the sentence", () => {
  const pages = consentParts("google").flatMap((part) => (typeof part === "string" ? [] : [part.path]));
  expect(pages).toEqual(["/terms-conditions", "/privacy-policy"]);
});
