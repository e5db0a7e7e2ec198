/**
 * Sign-up, login, recovery, profile and addresses. The same schemas validate forms in the browser and requests on the server; their
 * messages are those of section 5 of the specification. Values are trimmed, passwords too, so that both sides always agree.
 */

import * as z from "zod/mini";
import { mobileField, tenDigits } from "../mobile-field.ts";
import { PHONE_CHANNELS } from "../phone-messages/channels.ts";
import { type TextRules, textField } from "../text.ts";
import { plainNumber, withLatinDigits } from "../written-numbers.ts";

/** Minimum length of a new password, in characters. */
export const MIN_PASSWORD_LENGTH = 6;
/** Digits of a mailed code. */
export const CODE_LENGTH = 6;
/** Seconds before another code can be requested. */
export const RESEND_AFTER_SECONDS = 30;

/** The password of a login, which need not follow the rules for new passwords. */
const loginPassword = textField({
  missing: "Password is required.",
  max: 1000,
  error: "Please use at most 1000 characters.",
  verbatim: true,
});

/**
 * The specification's simple pattern (text, @, text, dot, text), of the characters that mailboxes and hosts have in any script, so that one
 * email is one mailbox: quotation marks, dashes and emoji of a keyboard make another one, which nobody has.
 */
const EMAIL_PATTERN =
  /^[\p{L}\p{M}\p{N}\p{Join_Control}!#$%&'*+/=?^_`{|}~.-]+@[\p{L}\p{M}\p{N}\p{Join_Control}-]+(?:\.[\p{L}\p{M}\p{N}\p{Join_Control}-]+)+$/u;
/** The characters of ASCII in the width of Chinese letters. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;
/**
 * Returns an email without what keyboards and chats add: invisible characters, full-width letters, digits of another script, a full stop
 * after two spaces. One that has letters of other scripts stays as it is written.
 */
function plainEmail(text: string): string {
  const written = text.replace(/\.+$/, "");
  const plain = withLatinDigits(written)
    .replace(FULL_WIDTH, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]+/gu, "")
    .replace(/[\u2010\u2011]/g, "-");
  return /^[ -~]*$/.test(plain) ? plain : written;
}
/** An email field; `errors` replace the messages of section 5 of the specification. */
export const emailField = (errors: { error: string; missing?: string }) =>
  textField({ max: 254, pattern: EMAIL_PATTERN, rewrite: plainEmail, ...errors });
export const email = emailField({ error: "Email is not valid." });
/** Limits the length, so that hashing cannot be abused. */
const newPassword = textField({
  min: MIN_PASSWORD_LENGTH,
  max: 200,
  error: `Password must be at least ${MIN_PASSWORD_LENGTH} characters.`,
  tooLong: "Password must be at most 200 characters.",
  verbatim: true,
});
export const code = textField({
  max: CODE_LENGTH,
  pattern: /^[0-9]{6}$/,
  error: "Please enter all 6 digits.",
  rewrite: plainNumber,
});

/** Shared by the sign-up form and the endpoint; the form first checks whether there is a name at all. */
const signupName = textField({
  missing: "Name is required.",
  min: 3,
  max: 50,
  error: "Name must be between 3 and 50 characters.",
  printed: true,
});

export const loginBody = z.object({ email, password: loginPassword });
export const socialLoginBody = z.object({
  idToken: textField({
    missing: "We couldn’t confirm your Google sign-in. Please try again.",
    max: 10_000,
    error: "We couldn’t confirm your Google sign-in. Please try again.",
  }),
});
/** The data of a Google button. `clientId` is null if Google is not offered. */
export const socialLogin = z.object({
  clientId: z.nullable(z.string()),
  /** Must be in the ID token; valid for one login within an hour. */
  nonce: z.string(),
  /** The page that the demo opens in a popup instead of loading Google's script; it posts `{credential}` to its opener. */
  popup: z.nullable(z.string()),
});
export type SocialLogin = z.infer<typeof socialLogin>;
/** Repeats the ID token, with the code mailed to its email. */
export const confirmSocialLoginBody = z.object({ ...socialLoginBody.shape, otp: code });
export const sendCodeBody = z.object({ email });
export const registerBody = z.object({ email, otp: code, password: newPassword, name: signupName });
export const verifyCodeBody = z.object({ email, otp: code });
export const forgotPasswordBody = z.object({ email });
export const changePasswordBody = z.object({ password: newPassword });
/** Proof of identity: the password, or a mailed code if there is none. */
export const closeAccountBody = z.object({
  password: z.optional(loginPassword),
  otp: z.optional(code),
  /** `keep` publishes the reviews without the name. */
  reviews: z.enum(["keep", "delete"], "Please choose what happens to your reviews."),
});
export type CloseAccountBody = z.infer<typeof closeAccountBody>;
/** Changes the password in the profile. The specification's API has no such endpoint. */
export const updatePasswordBody = z.object({
  currentPassword: loginPassword,
  password: newPassword,
});

const passwordsMatch = z.refine<{ password: string; confirmPassword: string }>(
  (form) => form.password.trim() === form.confirmPassword.trim(),
  {
    path: ["confirmPassword"],
    error: "Passwords do not match.",
    // Runs even while another field is invalid: messages are independent.
    when: ({ value }) => typeof (value as { confirmPassword?: unknown }).confirmPassword === "string",
  },
);

/** `passwordsMatch` reports a difference. */
const confirmPassword = textField({
  mayBeEmpty: true,
  missing: "Passwords do not match.",
  max: 1000,
  error: "Please use at most 1000 characters.",
  verbatim: true,
});

export const signupForm = z
  .object({
    name: signupName,
    email,
    password: newPassword,
    confirmPassword,
    termsAccepted: z.literal(true, "You must accept the terms."),
  })
  .check(passwordsMatch);
export const changePasswordForm = z.object({ password: newPassword, confirmPassword }).check(passwordsMatch);
export const updatePasswordForm = z
  .object({ currentPassword: loginPassword, password: newPassword, confirmPassword })
  .check(passwordsMatch);

/** A field that may be empty. */
const optional = (rules: TextRules) => textField({ ...rules, mayBeEmpty: true });

export const profileForm = z.object({
  name: textField({
    missing: "Name is required.",
    min: 2,
    max: 50,
    error: "Name must be between 2 and 50 characters.",
    printed: true,
  }),
  /** That it is a mobile number is checked when it changes: earlier releases stored any ten digits. */
  mobile_no: tenDigits({ mayBeEmpty: true }),
  street: optional({ min: 2, max: 255, error: "Address must be between 2 and 255 characters.", printed: true }),
  city: optional({ min: 2, max: 50, error: "City must be between 2 and 50 characters.", printed: true }),
  state: optional({ min: 2, max: 50, error: "State must be between 2 and 50 characters.", printed: true }),
  pincode: optional({
    max: 6,
    pattern: /^[1-9][0-9]{5}$/,
    error: "Pincode must be 6 digits and not start with 0.",
    rewrite: plainNumber,
  }),
});

const INVALID_DATE = "Date of birth must be a date such as 1990-04-25.";
/** Accepts existing dates since 1900: `1990-04-25`, not `1990-02-30`. */
const birthday = optional({ max: 10, pattern: /^(19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}$/, error: INVALID_DATE }).check(
  z.refine((day) => day === "" || new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day, INVALID_DATE),
);

/** The fields of `user/update`, with the form's rules. A missing field changes nothing, an empty one clears. */
export const updateUserBody = z.object({
  name: z.prefault(profileForm.shape.name, ""),
  mobile_no: z.optional(profileForm.shape.mobile_no),
  dob: z.optional(birthday),
  address: z.optional(
    z.object({
      street: z.optional(profileForm.shape.street),
      city: z.optional(profileForm.shape.city),
      state: z.optional(profileForm.shape.state),
      pincode: z.optional(profileForm.shape.pincode),
    }),
  ),
});
export type UpdateUserBody = z.infer<typeof updateUserBody>;

/** A delivery address; its messages, without full stops, are those of the checkout's dialog. */
export const addressBody = z.object({
  street: textField({
    missing: "Address is required",
    max: 255,
    error: "Address must be at most 255 characters",
    printed: true,
  }),
  city: textField({ missing: "City is required", max: 50, error: "City must be at most 50 characters", printed: true }),
  state: textField({
    missing: "State is required",
    max: 50,
    error: "State must be at most 50 characters",
    printed: true,
  }),
  pincode: textField({
    missing: "Pincode is required",
    max: 6,
    pattern: /^[0-9]{6}$/,
    error: "Invalid pincode",
    rewrite: plainNumber,
  }),
});
export type AddressBody = z.infer<typeof addressBody>;

/** An address of the book, with the number that the courier calls there. */
export const savedAddressBody = z.object({
  ...addressBody.shape,
  mobile_no: z.optional(mobileField({ mayBeEmpty: true })),
});
export type SavedAddressBody = z.infer<typeof savedAddressBody>;

export const address = z.object({
  _id: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  pincode: z.string(),
  /** Empty if it is not known. */
  mobile_no: z.string(),
  isDefault: z.boolean(),
});
export type Address = z.infer<typeof address>;

/** The response of login, registration and Google, which the browser stores as its session. */
export const session = z.object({
  token: z.string(),
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  profile_image: z.nullable(z.string()),
});
export type Session = z.infer<typeof session>;

/** The current customer; missing values are empty texts, a missing picture is null. */
export const user = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  dob: z.string(),
  mobile_no: z.string(),
  profile_image: z.nullable(z.string()),
  address: z.object({ street: z.string(), city: z.string(), state: z.string(), pincode: z.string() }),
  /** False for an account created with Google. */
  hasPassword: z.boolean(),
});
export type User = z.infer<typeof user>;

/** A session of the customer. */
export const device = z.object({
  _id: z.string(),
  userAgent: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  current: z.boolean(),
});
export type Device = z.infer<typeof device>;

export const resetToken = z.object({ token: z.string() });
/** The empty `data` of a response. */
export const noData = z.object({});

/** Updates about all orders of the account by WhatsApp and SMS. */
export const phoneUpdates = z.object({
  /** The account's number; empty without one. */
  mobile: z.string(),
  channels: z.array(
    z.object({
      channel: z.enum(PHONE_CHANNELS),
      isOn: z.boolean(),
      /** Whether the phone has sent STOP, so that nothing comes until it sends START. */
      isStopped: z.boolean(),
    }),
  ),
});
export type PhoneUpdates = z.infer<typeof phoneUpdates>;
export const phoneUpdatesBody = z.object({
  channel: z.enum(PHONE_CHANNELS, "channel must be whatsapp or sms."),
  isOn: z.boolean("isOn must be true or false."),
});
