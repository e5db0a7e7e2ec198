import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { formatDay } from "../../contract/dates.ts";
import type { PersonRequestBody, ReceivedRequest } from "../../contract/privacy/schemas.ts";
import { api } from "../api/api.ts";
import { DemoMailbox } from "../shared/demo-mailbox.tsx";
import { CodeForm } from "../shared/form/code-form.tsx";
import { useShop } from "../shared/shop-context.ts";
import { RequestForm } from "./request-form.tsx";

export type Asked = Omit<PersonRequestBody, "otp">;

const MY_DATA = "/profile?tab=7";

/** Takes requests about personal data of people without an account, who prove their email by a code. */
export function PrivacyRequestPage() {
  const { email: shopEmail } = useShop();
  const [asked, setAsked] = useState<Asked>();
  const [sentAt, setSentAt] = useState(0);
  const [received, setReceived] = useState<ReceivedRequest>();
  return (
    <div className="container-page grid items-start gap-x-10 gap-y-8 py-8 sm:grid-cols-2 md:py-14 lg:gap-x-20">
      <div className="max-w-prose">
        <h1 className="text-heading">Your personal data</h1>
        <p className="mt-4 text-balance text-lead text-bark">
          Ask us for a copy of the data we hold about you, or to erase it. You don’t need an account.
        </p>
        <p className="mt-4">
          We email you a six-digit code first, so that nobody else can ask in your name. We answer within 90 days, and
          usually much sooner.
        </p>
        <p className="mt-3 text-bark">
          Tax law asks us to keep orders and invoices for eight years, with name, email and address. Our answer says
          what stays.
        </p>
        <p className="mt-3 text-bark">
          Have an account? You’ll find a copy and the erasure under{" "}
          <Link to={MY_DATA} className="text-leaf text-link">
            My data
          </Link>{" "}
          in your profile. If something we hold is wrong, write to{" "}
          <a href={`mailto:${shopEmail}`} className="text-leaf text-link wrap-anywhere">
            {shopEmail}
          </a>
          .
        </p>
      </div>
      <div className="rounded-picture bg-linen p-5 lg:p-8">
        {received && asked ? (
          <Step key="received" title="We’ve received your request" email={asked.email}>
            <p className="wrap-anywhere">
              Your reference is {received.reference}. We’ll answer to {asked.email} by {formatDay(received.dueAt)} at
              the latest.
            </p>
            {received.hasAccount && (
              <p className="mt-3">
                This email has an account, so the request is in its profile, under{" "}
                <Link to={MY_DATA} className="text-leaf text-link">
                  My data
                </Link>
                . You can download your copy there at once.
              </p>
            )}
          </Step>
        ) : sentAt > 0 && asked ? (
          <Step key="code" title="Enter the code" email={asked.email}>
            <p id="code-sent" className="mb-5 wrap-anywhere">
              We’ve emailed a code to <span className="font-semibold">{asked.email}</span>. Please enter it below.
            </p>
            <CodeForm
              action="Send request"
              sentAt={sentAt}
              describedBy="code-sent"
              onSubmit={async (otp) => setReceived(await api.requestByEmail({ body: { ...asked, otp } }))}
              onResend={() => api.sendRequestCode({ body: { email: asked.email } })}
            />
            <button type="button" className="min-h-11 text-leaf text-link text-small" onClick={() => setSentAt(0)}>
              Change the request
            </button>
          </Step>
        ) : (
          <RequestForm
            before={asked}
            onSubmit={async (next) => {
              await api.sendRequestCode({ body: { email: next.email } });
              setAsked(next);
              setSentAt(Date.now());
            }}
          />
        )}
      </div>
    </div>
  );
}

/** A later step. Its heading takes the focus, because the button before it is gone. */
function Step({ title, email, children }: { title: string; email: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="mb-3 text-title outline-none">
        {title}
      </h2>
      {children}
      <div className="mt-5 empty:hidden">
        <DemoMailbox email={email} />
      </div>
    </>
  );
}
