import type * as z from "zod/mini";
import type {
  Address,
  AddressBody,
  closeAccountBody,
  Device,
  loginBody,
  registerBody,
  Session,
  SocialLogin,
  UpdateUserBody,
  User,
  updatePasswordBody,
} from "../../contract/accounts/schemas.ts";
import { browserSend } from "./browser.ts";
import { type ApiRequest, requestData, requestDeletion } from "./request.ts";

/** The calls about people. They are made in the browser only: no page that the server renders knows who looks at it. */

const get = <T>(path: string) => requestData<T>(browserSend, { method: "GET", path });
const post = <T>(path: string, body?: ApiRequest["body"], more?: Partial<ApiRequest>) =>
  requestData<T>(browserSend, { method: "POST", path, ...(body && { body }), ...more });

export const accountApi = {
  login: (body: z.output<typeof loginBody>) => post<Session>("user/login", body),
  /** What a Google button needs. */
  readSocialLogin: () => get<SocialLogin>("user/social"),
  socialLogin: (idToken: string) => post<Session>("user/social/login/web", { idToken }),
  confirmSocialLogin: (idToken: string, otp: string) =>
    post<Session>("user/social/login/web/confirm", { idToken, otp }),
  /** Mails a code for signing up. */
  sendCode: (email: string) => post("user/otp", { email }),
  /** Fails where a new password is too common to be taken. */
  checkPassword: (password: string) => post("user/password/check", { password }),
  register: (body: z.output<typeof registerBody>) => post<Session>("user/register", body),
  forgotPassword: (email: string) => post("user/forgot-password", { email }),
  /** Changes a mailed reset code into a reset token. */
  verifyCode: (email: string, otp: string) => post<{ token: string }>("user/verify", { email, otp }),
  /** @param token of the reset, not of the session (S7.19) */
  changePassword: (password: string, token: string) => post("user/change-password", { password }, { token }),
  logout: () => post("user/logout", undefined, { endsSession: true, outlivesPage: true }),
  readUser: () => get<User>("user"),
  updateUser: (body: UpdateUserBody, image: File | null) => post("user/update", multipart(body, image)),
  /** The answered session takes the place of the one it was asked with. */
  updatePassword: (body: z.output<typeof updatePasswordBody>) => post<Session>("user/password", body),
  /** Mails a code that confirms deleting the account. */
  sendCloseCode: () => post("user/close/code"),
  closeAccount: (body: z.output<typeof closeAccountBody>) => post("user/close", body),
  /** The address book, the default first. */
  listAddresses: () => get<Address[]>("user/address"),
  addAddress: (body: AddressBody) => post<Address>("user/address", body),
  changeAddress: (id: string, body: AddressBody) =>
    requestData<Address>(browserSend, { method: "PATCH", path: `user/address/${id}`, body }),
  chooseDefaultAddress: (id: string) => post<Address>(`user/address/${id}/default`),
  deleteAddress: (id: string) => requestDeletion(browserSend, `user/address/${id}`),
  listDevices: () => get<Device[]>("user/devices"),
  endDevice: (id: string) => requestDeletion(browserSend, `user/devices/${id}`),
};

/** The parts of `user/update`: a value of the address is `address[city]`, the picture is there only when one was chosen (S7.24, S7.25). */
function multipart({ address, ...values }: UpdateUserBody, image: File | null): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) form.set(name, value);
  for (const [name, value] of Object.entries(address ?? {}))
    if (value !== undefined) form.set(`address[${name}]`, value);
  if (image) form.set("profile_image", image);
  return form;
}
