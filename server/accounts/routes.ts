import type { FastifyInstance, FastifyRequest } from "fastify";
import { calls } from "../../contract/calls.ts";
import { Refusal } from "../failures.ts";
import { serveCall } from "../http/calls.ts";
import type { MediaStore } from "../media/store.ts";
import { addAddress, changeAddress, chooseDefaultAddress, deleteAddress, listAddresses } from "./addresses.ts";
import { profileImagesOf } from "./allowances.ts";
import { closeAccount, sendCloseCode } from "./close-account.ts";
import { refuseCommonPassword } from "./common-passwords/common-passwords.ts";
import type { GoogleSignIn } from "./google.ts";
import { confirmGoogleLogin, googleLogin } from "./google-login.ts";
import { newNonce } from "./google-nonce.ts";
import { spendAllowance } from "./limits.ts";
import { login } from "./login.ts";
import { changePassword, forgotPassword, verifyResetCode } from "./password-reset.ts";
import { findUser } from "./profile.ts";
import { register, sendSignUpCode } from "./registration.ts";
import { saveProfile } from "./save-profile.ts";
import { logSecurityEvent } from "./security-events.ts";
import { endDevice, endSession, listDevices } from "./sessions.ts";
import { updatePassword } from "./update-password.ts";
import { type VisitParts, visitOf } from "./visit.ts";

export interface AccountParts extends VisitParts {
  media: MediaStore;
  /** Null where Google is not offered. */
  google: GoogleSignIn | null;
}

export function accountRoutes(app: FastifyInstance, parts: AccountParts): void {
  const { db, media, google, settings } = parts;
  const sourceOf = ({ log, ip }: FastifyRequest) => ({ log, ip, codeSecret: settings.CODE_SECRET });

  serveCall(app, calls.login, async ({ body, request }) => ({
    data: await login(db, body, await visitOf(request, parts)),
  }));
  serveCall(app, calls.sendCode, async ({ body, request }) => {
    await sendSignUpCode(db, body.email, await visitOf(request, parts));
    return { data: {} };
  });
  serveCall(app, calls.register, async ({ body, request }) => ({
    data: await register(db, body, await visitOf(request, parts)),
  }));
  serveCall(app, calls.checkPassword, async ({ body }) => {
    await refuseCommonPassword(body.password);
    return { data: {} };
  });
  serveCall(app, calls.forgotPassword, async ({ body, request }) => {
    await forgotPassword(db, body.email, await visitOf(request, parts));
    return { data: {} };
  });
  serveCall(app, calls.verifyCode, async ({ body, request }) => ({
    data: await verifyResetCode(db, body, await visitOf(request, parts)),
  }));
  serveCall(app, calls.changePassword, async ({ body, resetToken, request }) => {
    await changePassword(db, { token: resetToken, password: body.password }, await visitOf(request, parts));
    return { data: {} };
  });

  serveCall(app, calls.readSocialLogin, async () => ({
    data: {
      clientId: google?.clientId ?? null,
      nonce: newNonce(settings.CODE_SECRET, new Date()),
      popup: google?.popup ?? null,
    },
  }));
  serveCall(app, calls.socialLogin, async ({ body, request }) => ({
    data: await googleLogin(db, google, body.idToken, await visitOf(request, parts)),
  }));
  serveCall(app, calls.confirmSocialLogin, async ({ body, request }) => ({
    data: await confirmGoogleLogin(db, google, body, await visitOf(request, parts)),
  }));

  serveCall(app, calls.logout, async ({ customer, request }) => {
    await endSession(db, customer.sessionId);
    logSecurityEvent(sourceOf(request), "session_ended", { customerId: customer.id }, { sessions: "this" });
    return { data: {} };
  });
  serveCall(app, calls.readUser, async ({ customer }) => {
    const data = await findUser(db, customer.id);
    if (!data) throw new Refusal("unauthorized");
    return { data };
  });
  serveCall(
    app,
    calls.updateUser,
    async ({ customer, body, files, request }) => {
      await saveProfile({ db, media, log: request.log }, customer.id, body, files.profile_image?.content);
      return { data: {} };
    },
    { beforeFile: ({ id }) => spendAllowance(db, profileImagesOf(id), new Date()) },
  );
  serveCall(app, calls.updatePassword, async ({ customer, body, request }) => ({
    data: await updatePassword(db, customer, body, await visitOf(request, parts)),
  }));

  serveCall(app, calls.sendCloseCode, async ({ customer, request }) => {
    await sendCloseCode(db, customer, await visitOf(request, parts));
    return { data: {} };
  });
  serveCall(app, calls.closeAccount, async ({ customer, body, request }) => {
    await closeAccount({ db, media, log: request.log }, customer, body, await visitOf(request, parts));
    return { data: {} };
  });

  serveCall(app, calls.listAddresses, async ({ customer }) => ({ data: await listAddresses(db, customer.id) }));
  serveCall(app, calls.addAddress, async ({ customer, body }) => ({ data: await addAddress(db, customer.id, body) }));
  serveCall(app, calls.changeAddress, async ({ customer, params, body }) => ({
    data: await changeAddress(db, customer.id, Number(params.id), body),
  }));
  serveCall(app, calls.chooseDefaultAddress, async ({ customer, params }) => ({
    data: await chooseDefaultAddress(db, customer.id, Number(params.id)),
  }));
  serveCall(app, calls.deleteAddress, async ({ customer, params }) => {
    await deleteAddress(db, customer.id, Number(params.id));
    return { data: {} };
  });

  serveCall(app, calls.listDevices, async ({ customer }) => ({
    data: await listDevices(db, customer.id, customer.sessionId),
  }));
  serveCall(app, calls.endDevice, async ({ customer, params, request }) => {
    await endDevice(db, customer.id, Number(params.id));
    logSecurityEvent(sourceOf(request), "session_ended", { customerId: customer.id }, { sessions: "another" });
    return { data: {} };
  });
}
