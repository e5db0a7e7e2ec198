import { useState } from "react";
import { api } from "../api/api.ts";
import { storeSession } from "../session/session.ts";
import { ConsentSentence } from "../shared/consent-sentence.tsx";
import { CodeForm } from "../shared/form/code-form.tsx";
import { FormMessage } from "../shared/form/submit.tsx";
import { useRequest } from "../shared/form/use-request.ts";
import { useShop } from "../shared/shop-context.ts";
import { GoogleButton } from "./google-button.tsx";

/** Logs in with a Google account. If Google is not authoritative for an existing customer's email, a mailed code links the two accounts. */
export function GoogleSignIn({ divider }: { divider: string }) {
  const { googleSignIn } = useShop();
  const [message, setMessage] = useState<string | null>(null);
  const [joining, setJoining] = useState<{ idToken: string; words: string } | null>(null);
  /** Counts attempts: each needs its own nonce. */
  const [attempt, setAttempt] = useState(0);
  const { running, start } = useRequest();
  if (!googleSignIn) return null;

  const logIn = (idToken: string) => {
    setMessage(null);
    void start(async () => storeSession(await api.socialLogin({ body: { idToken } })), {
      onError(failed) {
        if (failed.code === "code_required") setJoining({ idToken, words: failed.message });
        else setMessage(failed.message);
        setAttempt((before) => before + 1);
      },
    });
  };

  return (
    <section aria-label="Google" className="mt-2 noscript:hidden">
      <p className="mb-4 flex items-center gap-4 text-bark text-small before:h-px before:flex-1 before:bg-sand after:h-px after:flex-1 after:bg-sand">
        {divider}
      </p>
      <FormMessage form={{ message }} />
      {joining ? (
        <div className="rounded-control bg-linen p-4">
          <p role="status" className="mb-4 text-small wrap-anywhere">
            {joining.words}
          </p>
          <CodeForm
            action="Link my accounts"
            onSubmit={async (otp) =>
              storeSession(await api.confirmSocialLogin({ body: { idToken: joining.idToken, otp } }))
            }
          />
          <button
            type="button"
            onClick={() => setJoining(null)}
            className="mt-2 min-h-11 w-full text-leaf text-small text-link"
          >
            Not now
          </button>
        </div>
      ) : (
        <>
          <GoogleButton key={attempt} disabled={running} onCredential={logIn} onError={setMessage} />
          <p className="mt-3 text-bark text-small text-balance">
            <ConsentSentence place="google" />
          </p>
        </>
      )}
    </section>
  );
}
