import { expect, it } from "vitest";
import * as z from "zod/mini";
import { signupForm } from "./schemas.ts";

const FILLED_IN = {
  name: "Asha Rao",
  email: "asha@example.com",
  password: "secret1",
  confirmPassword: "secret1",
  termsAccepted: true,
};

it("Sign Up has five fields; the terms are true or false", {
  meta: { requirements: "S3.11, S3.12" },
}, () => {
  expect(Object.keys(signupForm.shape)).toEqual(["name", "email", "password", "confirmPassword", "termsAccepted"]);
  expect(z.safeParse(signupForm, FILLED_IN).data).toEqual(FILLED_IN);
  for (const termsAccepted of [false, "true", "on", 1, undefined]) {
    const { error } = z.safeParse(signupForm, { ...FILLED_IN, termsAccepted });
    expect(error?.issues.map(({ message }) => message)).toEqual(["You must accept the terms."]);
  }
});
