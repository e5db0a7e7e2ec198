import { createContext, type ReactNode, use, useState } from "react";
import { call, RequestError } from "../api/client.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { arePasskeysOffered, askForPasskey } from "./passkeys.ts";

type RunWithStepUp = (work: () => Promise<unknown>) => Promise<void>;

const StepUpContext = createContext<RunWithStepUp>(async (work) => {
  await work();
});
export const useStepUp = () => use(StepUpContext);

interface Asked {
  accept(): void;
  refuse(error: RequestError): void;
  /** The error that required it, shown if the member cancels. */
  error: RequestError;
}

/** Asks for the second factor when a request below it needs a recent one, then repeats the request. */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const run: RunWithStepUp = async (work) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== "step_up_required") throw error;
      await new Promise<void>((accept, refuse) => setAsked({ accept, refuse, error }));
      await work();
    }
  };
  return (
    <StepUpContext value={run}>
      {children}
      {asked && (
        <StepUpDialog
          onDone={() => {
            setAsked(null);
            asked.accept();
          }}
          onCancel={() => {
            setAsked(null);
            asked.refuse(asked.error);
          }}
        />
      )}
    </StepUpContext>
  );
}

function StepUpDialog({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const [code, setCode] = useState("");
  const [message, setMessage] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function submit() {
    setBusy(true);
    try {
      await call("stepUp", { body: { code } });
      onDone();
    } catch (error) {
      setMessage((error as Error).message);
      setBusy(false);
    }
  }
  async function submitPasskey() {
    try {
      const assertion = await askForPasskey(await call("startPasskeyStepUp", {}));
      if (!assertion) return;
      await call("stepUpWithPasskey", { body: assertion });
      onDone();
    } catch (error) {
      setMessage((error as Error).message);
    }
  }
  return (
    <Dialog title="Is it still you?" onClose={onCancel}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p>This can’t be undone, so please enter a code of your authenticator app.</p>
        <Field
          label="Code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          autoComplete="one-time-code"
          inputMode="numeric"
          error={message}
          hint="A recovery code works too. In the demo, any six digits do."
        />
        {arePasskeysOffered() && (
          <button type="button" className="text-link justify-self-start" onClick={() => void submitPasskey()}>
            Use a passkey instead
          </button>
        )}
        <div className="flex justify-end gap-2">
          <button type="button" className="button-quiet" onClick={onCancel}>
            Cancel
          </button>
          <Button type="submit" className="button-primary" disabled={busy}>
            Continue
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
