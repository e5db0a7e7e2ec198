import { type SubmitEvent, useState } from "react";
import { RESEND_AFTER_SECONDS } from "../../../contract/accounts/schemas.ts";
import type { RequestError } from "../../api/request.ts";
import { announce } from "../announcer.tsx";
import { BusyButton } from "./busy-button.tsx";
import { CodeBoxes } from "./code-boxes.tsx";
import { codeOf, EMPTY_CODE } from "./code-digits.ts";
import { FormMessage, SubmitButton } from "./submit.tsx";
import { useRequest } from "./use-request.ts";
import { useSecondsLeft } from "./use-seconds-left.ts";

interface CodeFormProps {
  /** The button's label. */
  action: string;
  onSubmit: (code: string) => Promise<unknown>;
  /** Requests another code; omitted if there is none. */
  onResend?: () => Promise<unknown>;
  /** Requests one by email; only while the code was sent to a phone. */
  onResendByEmail?: (() => Promise<unknown>) | undefined;
  /** When the last code was requested, in milliseconds since 1970. */
  sentAt?: number;
  /** The id of the sentence that says where the code was sent. */
  describedBy?: string;
}

const INCOMPLETE = "Please enter all 6 digits.";

/** The form for a mailed code. Missing digits are reported on submit; a rejected code is cleared, to be typed again from the first box. */
export function CodeForm({ action, onSubmit, onResend, onResendByEmail, sentAt = 0, describedBy }: CodeFormProps) {
  const [state, setState] = useState(EMPTY_CODE);
  const [error, setError] = useState<string>();
  const [message, setMessage] = useState<string | null>(null);
  const [isRejected, setRejected] = useState(false);
  const { running, start } = useRequest();

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (running) return;
    setMessage(null);
    const code = codeOf(state);
    setError(code ? undefined : INCOMPLETE);
    if (!code) {
      announce(INCOMPLETE);
      return setState({ ...state, focus: state.digits.indexOf("") });
    }
    void start(() => onSubmit(code), {
      onError(failed) {
        setMessage(failed.message);
        if (!isRejection(failed)) return;
        setRejected(true);
        setState({ ...EMPTY_CODE });
      },
    });
  };

  return (
    <>
      <FormMessage form={{ message }} />
      <form noValidate method="dialog" onSubmit={submit}>
        <CodeBoxes
          state={state}
          error={error}
          isRejected={isRejected}
          describedBy={describedBy}
          onChange={(next) => {
            setState(next);
            setRejected(false);
            if (error && codeOf(next)) setError(undefined);
          }}
        />
        <SubmitButton running={running} className="mt-1 w-full">
          {action}
        </SubmitButton>
      </form>
      {onResend && (
        <Resend
          onResend={onResend}
          onResendByEmail={onResendByEmail}
          sentAt={sentAt}
          onSent={() => {
            setState({ ...EMPTY_CODE });
            setError(undefined);
            setMessage(null);
          }}
          onFailed={setMessage}
        />
      )}
    </>
  );
}

/** Whether the shop has rejected the code, rather than failed to check it. */
const isRejection = ({ code }: RequestError): boolean => code === "code_wrong" || code === "code_expired";

interface ResendProps {
  onResend: () => Promise<unknown>;
  onResendByEmail: (() => Promise<unknown>) | undefined;
  sentAt: number;
  onSent: () => void;
  onFailed: (message: string) => void;
}

/** Requests another code, once the last one has had time to arrive. */
function Resend({ onResend, onResendByEmail, sentAt, onSent, onFailed }: ResendProps) {
  const [lastSentAt, setLastSentAt] = useState(sentAt);
  const [again, setAgain] = useState(false);
  const seconds = useSecondsLeft(lastSentAt + RESEND_AFTER_SECONDS * 1000);
  const { running, start } = useRequest();

  const resend = (request: () => Promise<unknown>) => {
    setAgain(false);
    void start(request, {
      onSuccess() {
        setLastSentAt(Date.now());
        setAgain(true);
        onSent();
      },
      onError: (failed) => onFailed(failed.message),
    });
  };

  return (
    <div className="mt-3 text-small">
      <p className="flex flex-wrap items-center justify-between gap-x-4 text-bark">
        {onResendByEmail ? "Not on your phone?" : "Not in your inbox or spam?"}
        <BusyButton
          running={seconds > 0 || running}
          onClick={() => resend(onResend)}
          className="min-h-11 text-leaf text-link tabular-nums aria-disabled:text-bark aria-disabled:no-underline"
        >
          Resend{seconds > 0 && ` in ${seconds} s`}
        </BusyButton>
        {onResendByEmail && (
          <BusyButton
            running={seconds > 0 || running}
            onClick={() => resend(onResendByEmail)}
            className="min-h-11 text-leaf text-link aria-disabled:text-bark aria-disabled:no-underline"
          >
            Email it instead
          </BusyButton>
        )}
      </p>
      <p role="status" className="text-leaf">
        {again && "We’ve sent you a new code. The earlier one no longer works."}
      </p>
    </div>
  );
}
