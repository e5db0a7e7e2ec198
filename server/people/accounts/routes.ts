import type { FastifyInstance, FastifyRequest } from "fastify";
import { endpoints } from "../../../contract/endpoints.ts";
import { ApiError } from "../../base/errors.ts";
import { handle } from "../../platform/http/endpoints.ts";
import { type ContextDeps, contextOf } from "../../platform/http/request-context.ts";
import type { MediaLibrary } from "../../platform/media/media-library.ts";
import { connectedChannels } from "../../platform/phone-messages/connected.ts";
import { profileImagesOf } from "../../platform/rate-limits/account-limits.ts";
import { consume } from "../../platform/rate-limits/limits.ts";
import { addAddress, changeAddress, chooseDefaultAddress, deleteAddress, listAddresses } from "./address-book.ts";
import { closeAccount, sendCloseCode } from "./close-account.ts";
import { rejectCommonPassword } from "./common-passwords/common-passwords.ts";
import type { GoogleSignIn } from "./google.ts";
import { confirmGoogleLogin, googleLogin } from "./google-login.ts";
import { newNonce } from "./google-nonce.ts";
import { login } from "./login.ts";
import { changePassword, forgotPassword, verifyResetCode } from "./password-reset.ts";
import { changePhoneUpdates, readPhoneUpdates } from "./phone-updates.ts";
import { findUser } from "./profile.ts";
import { register, sendSignUpCode } from "./registration.ts";
import { saveProfile } from "./save-profile.ts";
import { logSecurityEvent } from "./security-events.ts";
import { endDevice, endSession, listDevices } from "./sessions.ts";
import { updatePassword } from "./update-password.ts";

export interface AccountDeps extends ContextDeps {
  media: MediaLibrary;
  /** Null if Google is not offered. */
  google: GoogleSignIn | null;
}

export function accountRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const { db, media, google, settings } = deps;
  const sourceOf = ({ log, ip }: FastifyRequest) => ({ log, ip, codeSecret: settings.CODE_SECRET });

  handle(app, endpoints.login, async ({ body, request }) => ({
    data: await login(db, body, await contextOf(request, deps)),
  }));
  handle(app, endpoints.sendCode, async ({ body, request }) => {
    await sendSignUpCode(db, body.email, await contextOf(request, deps));
    return { data: {} };
  });
  handle(app, endpoints.register, async ({ body, request }) => ({
    data: await register(db, body, await contextOf(request, deps)),
  }));
  handle(app, endpoints.checkPassword, async ({ body }) => {
    await rejectCommonPassword(body.password);
    return { data: {} };
  });
  handle(app, endpoints.forgotPassword, async ({ body, request }) => {
    await forgotPassword(db, body.email, await contextOf(request, deps));
    return { data: {} };
  });
  handle(app, endpoints.verifyCode, async ({ body, request }) => ({
    data: await verifyResetCode(db, body, await contextOf(request, deps)),
  }));
  handle(app, endpoints.changePassword, async ({ body, resetToken, request }) => {
    await changePassword(db, { token: resetToken, password: body.password }, await contextOf(request, deps));
    return { data: {} };
  });

  handle(app, endpoints.readSocialLogin, async () => ({
    data: {
      clientId: google?.clientId ?? null,
      nonce: newNonce(settings.CODE_SECRET, new Date()),
      popup: google?.popup ?? null,
    },
  }));
  handle(app, endpoints.socialLogin, async ({ body, request }) => ({
    data: await googleLogin(db, google, body.idToken, await contextOf(request, deps)),
  }));
  handle(app, endpoints.confirmSocialLogin, async ({ body, request }) => ({
    data: await confirmGoogleLogin(db, google, body, await contextOf(request, deps)),
  }));

  handle(app, endpoints.logout, async ({ customer, request }) => {
    await endSession(db, customer.sessionId);
    logSecurityEvent(sourceOf(request), "session_ended", { customerId: customer.id }, { sessions: "this" });
    return { data: {} };
  });
  handle(app, endpoints.readUser, async ({ customer }) => {
    const data = await findUser(db, customer.id);
    if (!data) throw new ApiError("unauthorized");
    return { data };
  });
  handle(app, endpoints.readPhoneUpdates, async ({ customer }) => ({
    data: await readPhoneUpdates(db, customer.id, connectedChannels(settings)),
  }));
  handle(app, endpoints.changePhoneUpdates, async ({ customer, body }) => ({
    data: await changePhoneUpdates(db, customer.id, body, connectedChannels(settings), new Date()),
  }));
  handle(
    app,
    endpoints.updateUser,
    async ({ customer, body, files, request }) => {
      await saveProfile({ db, media, log: request.log }, customer.id, body, files.profile_image?.content);
      return { data: {} };
    },
    { beforeFile: ({ id }) => consume(db, profileImagesOf(id), new Date()) },
  );
  handle(app, endpoints.updatePassword, async ({ customer, body, request }) => ({
    data: await updatePassword(db, customer, body, await contextOf(request, deps)),
  }));

  handle(app, endpoints.sendCloseCode, async ({ customer, request }) => {
    await sendCloseCode(db, customer, await contextOf(request, deps));
    return { data: {} };
  });
  handle(app, endpoints.closeAccount, async ({ customer, body, request }) => {
    await closeAccount(db, customer, body, await contextOf(request, deps));
    return { data: {} };
  });

  handle(app, endpoints.listAddresses, async ({ customer }) => ({ data: await listAddresses(db, customer.id) }));
  handle(app, endpoints.addAddress, async ({ customer, body }) => ({ data: await addAddress(db, customer.id, body) }));
  handle(app, endpoints.changeAddress, async ({ customer, params, body }) => ({
    data: await changeAddress(db, customer.id, Number(params.id), body),
  }));
  handle(app, endpoints.chooseDefaultAddress, async ({ customer, params }) => ({
    data: await chooseDefaultAddress(db, customer.id, Number(params.id)),
  }));
  handle(app, endpoints.deleteAddress, async ({ customer, params }) => {
    await deleteAddress(db, customer.id, Number(params.id));
    return { data: {} };
  });

  handle(app, endpoints.listDevices, async ({ customer }) => ({
    data: await listDevices(db, customer.id, customer.sessionId),
  }));
  handle(app, endpoints.endDevice, async ({ customer, params, request }) => {
    await endDevice(db, customer.id, Number(params.id));
    logSecurityEvent(sourceOf(request), "session_ended", { customerId: customer.id }, { sessions: "another" });
    return { data: {} };
  });
}
