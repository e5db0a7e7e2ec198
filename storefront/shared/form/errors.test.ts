import { describe, expect, it } from "vitest";
import { changePasswordForm, signupForm } from "../../../contract/accounts/schemas.ts";
import { errorsOf, showFieldErrors, shownErrors } from "./errors.ts";

describe("the errors of a form", () => {
  it("are the first of each field, and each shows by itself", () => {
    expect(
      errorsOf(signupForm, {
        name: "",
        email: "a@b",
        password: "12345",
        confirmPassword: "1234",
        termsAccepted: false,
      }),
    ).toEqual({
      name: "Name is required.",
      email: "Email is not valid.",
      password: "Password must be at least 6 characters.",
      confirmPassword: "Passwords do not match.",
      termsAccepted: "You must accept the terms.",
    });
  });

  it("are none when everything fits, spaces around it aside", { meta: { requirements: "S5.05" } }, () => {
    expect(errorsOf(changePasswordForm, { password: " secret1", confirmPassword: "secret1 " })).toEqual({});
  });

  it("show once their field was touched", { meta: { requirements: "S5.01" } }, () => {
    const errors = { name: "Name is required.", email: "Email is not valid." };
    expect(shownErrors(errors, new Set(), {})).toEqual({});
    expect(shownErrors(errors, new Set(["email"]), {})).toEqual({ email: "Email is not valid." });
  });

  it("of validation come before the server's", () => {
    const rejected = { password: "That email and password don’t match. Please try again, or reset your password." };
    expect(shownErrors({}, new Set(["password"]), rejected)).toEqual(rejected);
    expect(shownErrors({ password: "Password is required." }, new Set(["password"]), rejected)).toEqual({
      password: "Password is required.",
    });
  });
});

describe("the server's errors", () => {
  const fields = ["name", "email"];

  it("appear at the form's fields", () => {
    const errors = [{ field: "email", message: "Email is not valid." }];
    expect(showFieldErrors({ message: "Something is not right.", errors }, fields)).toEqual({
      rejected: { email: "Email is not valid." },
      message: null,
    });
  });

  it("appear beside the form if they have no field", () => {
    const errors = [{ field: "profile_image", message: "Photos can be up to 8 MB each." }];
    expect(showFieldErrors({ message: "Photos can be up to 8 MB each.", errors }, fields)).toEqual({
      rejected: {},
      message: "Photos can be up to 8 MB each.",
    });
    expect(showFieldErrors({ message: "Please wait." }, fields)).toEqual({ rejected: {}, message: "Please wait." });
  });
});
