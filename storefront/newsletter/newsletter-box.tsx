import { type SubmitEvent, useState } from "react";
import { NEWSLETTER_BUTTON } from "../../contract/contact/newsletter-wording.ts";
import { api } from "../api/api.ts";
import { DemoMailbox } from "../shared/demo-mailbox.tsx";
import { BusyButton } from "../shared/form/busy-button.tsx";
import { useRequest } from "../shared/form/use-request.ts";
import { AlertIcon, CheckIcon } from "../shared/icons.tsx";
import { NeedsScript } from "../shared/needs-script.tsx";
import { useShop } from "../shared/shop-context.ts";

type Outcome = { sentTo: string } | { message: string; isField: boolean };

/**
 * The footer's newsletter sign-up: requests a mail with a confirmation link. The footer is on every page, so the email's schema is loaded
 * at the first submit only.
 */
export function NewsletterBox() {
  const { email: shopEmail } = useShop();
  const { running, start } = useRequest();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const wrongField = outcome !== null && "message" in outcome && outcome.isField;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const field = form.elements.namedItem("email") as HTMLInputElement;
    const showProblem = (message: string) => {
      setOutcome({ message, isField: true });
      field.focus();
    };
    setOutcome(null);
    void start(() => signUp(field.value), {
      onSuccess(result) {
        if ("message" in result) return showProblem(result.message);
        form.reset();
        setOutcome(result);
      },
      onError(failed) {
        const [problem] = failed.errorResponse?.errors ?? [];
        if (problem) showProblem(problem.message);
        else setOutcome({ message: failed.message, isField: false });
      },
    });
  };

  return (
    <form className="mt-4 sm:max-xl:mt-0" method="dialog" noValidate onSubmit={submit}>
      <div className="flex">
        <label htmlFor="footer-email" className="sr-only">
          Email address
        </label>
        <input
          id="footer-email"
          name="email"
          type="email"
          inputMode="email"
          required
          autoComplete="email"
          autoCapitalize="none"
          placeholder="Your email address"
          aria-invalid={wrongField || undefined}
          aria-describedby={wrongField ? "footer-email-error" : undefined}
          onChange={() => wrongField && setOutcome(null)}
          className="h-12 min-w-0 flex-1 rounded-l-control border border-white/45 border-r-0 bg-transparent px-4 text-body text-white placeholder:text-oat noscript:rounded-control noscript:border-r"
        />
        <BusyButton
          type="submit"
          running={running}
          className="h-12 rounded-r-control bg-paper px-5 font-semibold text-compact text-leaf-deep transition-colors duration-150 hover:bg-white aria-disabled:opacity-70 noscript:hidden"
        >
          {NEWSLETTER_BUTTON}
        </BusyButton>
      </div>
      <NeedsScript className="mt-3 text-small">
        Signing up needs JavaScript. Or email{" "}
        <a href={`mailto:${shopEmail}?subject=Newsletter`} className="text-white text-link">
          {shopEmail}
        </a>{" "}
        and we’ll add you.
      </NeedsScript>
      <div role="status" className="text-small wrap-anywhere not-empty:mt-3">
        {outcome !== null && "message" in outcome && (
          <p id="footer-email-error" className="flex items-start gap-2 text-white">
            <AlertIcon width="18" height="18" className="mt-px shrink-0" />
            {outcome.message}
          </p>
        )}
        {outcome !== null && "sentTo" in outcome && (
          <div className="grid gap-2">
            <p className="flex items-start gap-2 text-white">
              <CheckIcon width="18" height="18" className="mt-px shrink-0" />
              <span>
                Almost there! We’ve emailed a confirmation link to {outcome.sentTo}. Open it to finish signing up.
              </span>
            </p>
            <DemoMailbox email={outcome.sentTo} />
          </div>
        )}
      </div>
    </form>
  );
}

/** @returns the email to which the link was sent, or an error message */
async function signUp(written: string): Promise<{ sentTo: string } | { message: string }> {
  const { newsletterBody } = await import("../../contract/contact/newsletter.ts");
  const read = newsletterBody.safeParse({ email: written });
  if (!read.success) return { message: read.error.issues[0]?.message ?? "" };
  await api.signUpForNewsletter({ body: { email: read.data.email, page: location.pathname.slice(0, 200) } });
  return { sentTo: read.data.email };
}
