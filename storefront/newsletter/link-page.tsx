import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { MARK } from "../../contract/brand-mark.ts";
import { FormMessage, SubmitButton } from "../shared/form/submit.tsx";
import { useRequest } from "../shared/form/use-request.ts";
import { pageMeta } from "../shared/page-meta.ts";
import { Picture } from "../shared/picture.tsx";
import { useRootData } from "../shared/shop-context.ts";

/** Sends no Referer, since the URL contains the token. */
export const linkMeta =
  (title: string, description: string) =>
  ({ matches }: { matches: { id: string; loaderData?: unknown }[] }) => [
    ...pageMeta(matches, { title, description }),
    { name: "referrer", content: "no-referrer" },
  ];

interface Message {
  title: string;
  text: string;
}

interface LinkPageProps {
  question: Message;
  button: string;
  /** Sends the confirmation or unsubscription. */
  onConfirm: () => Promise<unknown>;
  done: Message;
}

/**
 * The page of a newsletter mail's link: one question and one button. The link itself changes nothing, since mail scanners open every link.
 * Without JavaScript the form posts to its own URL, as mail programs do.
 */
export function LinkPage({ question, button, onConfirm, done }: LinkPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [isDone, setDone] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const { running, start } = useRequest();
  const { categories } = useRootData();
  const picture = categories.find(({ image }) => image)?.image;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setMessage(null);
    void start(onConfirm, { onSuccess: () => setDone(true), onError: (failed) => setMessage(failed.message) });
  };
  // The focused button was removed.
  useEffect(() => {
    if (isDone) heading.current?.focus();
  }, [isDone]);

  const { title, text } = isDone ? done : question;
  return (
    <section className="meets-footer lg:grid lg:grid-cols-2 lg:min-h-[34rem]">
      {picture ? (
        <div className="relative aspect-4/3 overflow-hidden bg-linen sm:aspect-2/1 lg:aspect-auto">
          <Picture
            picture={picture}
            alt=""
            priority
            sizes="(min-width: 1024px) 102rem, 150vw"
            imageClassName="absolute inset-0 size-full object-cover"
          />
        </div>
      ) : (
        <div className="grid place-items-center bg-linen py-10">
          <Envelope />
        </div>
      )}
      <div className="grid max-w-[34rem] content-center justify-items-start gap-4 px-gutter py-10 sm:py-14 lg:px-14 lg:py-20">
        <h1 ref={heading} tabIndex={-1} className="text-heading outline-none">
          {title}
        </h1>
        <p className="max-w-md text-balance text-lead text-bark">{text}</p>
        {isDone ? (
          <Link to="/products" className="button-primary mt-3">
            See all products
          </Link>
        ) : (
          <form method="post" onSubmit={submit} className="mt-3 w-full">
            <FormMessage form={{ message }} />
            <SubmitButton running={running} needsScript={false} className="min-w-52 max-sm:w-full">
              {button}
            </SubmitButton>
          </form>
        )}
      </div>
    </section>
  );
}

/** Draws an envelope sealed with the mark. */
function Envelope() {
  return (
    <svg
      viewBox="20 16 100 68"
      fill="none"
      stroke="currentColor"
      strokeLinejoin="round"
      strokeLinecap="round"
      className="w-32 text-brass [&_*]:[vector-effect:non-scaling-stroke] sm:w-1/2"
      aria-hidden="true"
    >
      <path strokeWidth="1.5" d="M22 18h96v64H22zM22 20l48 36 48-36M22 80l34-34M118 80 84 46" />
      <circle strokeWidth="1.5" cx="70" cy="58" r="15" fill="var(--color-linen)" />
      <path strokeWidth="1.2" d={MARK.path} transform="translate(59.5 47) scale(.66)" />
    </svg>
  );
}
