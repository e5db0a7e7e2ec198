import type { ContactMessage } from "../../contract/contact/schemas.ts";
import { browserSend } from "./browser.ts";
import { requestData } from "./request.ts";

/** The calls with which a visitor reaches the shop, and asks to be reached by it. */

const post = <T>(path: string, body: object) => requestData<T>(browserSend, { method: "POST", path, body });

export const contactApi = {
  sendMessage: (message: ContactMessage) => post<{ reference: string }>("contact", message),
  /** Mails a link that confirms the sign-up. */
  signUpForNewsletter: (email: string) => post("newsletter", { email }),
  confirmNewsletter: (token: string) => post("newsletter/confirm", { token }),
  unsubscribeFromNewsletter: (token: string) => post("newsletter/unsubscribe", { token }),
};
