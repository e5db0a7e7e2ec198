import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { MARK } from "../../contract/brand-mark.ts";
import { FormMessage, SubmitButton } from "../shared/form/submit.tsx";
import { useRequest } from "../shared/form/use-request.ts";
import { pageMeta } from "../shared/page-meta.ts";
import { isDark, Picture } from "../shared/picture.tsx";
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

/** Which category's picture the page shows: neither the first one's, which the menu and the home page show, nor one of a dark wall. */
const PICTURE = 2;

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
  const pictures = categories.flatMap(({ image }) => image ?? []);
  const picture = pictures[PICTURE % pictures.length];

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
    <section className="meets-footer relative sm:grid sm:min-h-150 lg:min-h-[34rem] lg:items-center">
      {picture ? (
        <div
          className="relative aspect-4/3 overflow-hidden sm:absolute sm:inset-0 sm:aspect-auto"
          style={{ backgroundColor: picture.color }}
        >
          <Picture
            picture={picture}
            alt=""
            priority
            sizes="(min-width: 1024px) max(100vw, 102rem), (min-width: 640px) max(100vw, 81rem), 225vw"
            imageClassName="absolute inset-x-0 bottom-0 size-full object-cover sm:max-lg:h-108 sm:max-lg:fade-top"
          />
        </div>
      ) : (
        <div className="grid place-items-center bg-linen py-10">
          <Envelope />
        </div>
      )}
      <div
        className={`relative container-page py-10 sm:py-12 ${picture && isDark(picture.color) ? "sm:text-white" : ""}`}
      >
        <div className="grid justify-items-start gap-4 sm:max-w-[min(34rem,46%)]">
          <h1 ref={heading} tabIndex={-1} className="text-heading outline-none">
            {title}
          </h1>
          <p className="max-w-md text-balance text-lead max-sm:text-bark">{text}</p>
          {isDone ? (
            <Link to="/products" className="button-primary mt-3 max-sm:w-full">
              See all products
            </Link>
          ) : (
            <form method="post" onSubmit={submit} className="mt-3 w-full">
              <FormMessage form={{ message }} />
              <SubmitButton running={running} needsScript={false} className="min-w-[min(13rem,100%)] max-sm:w-full">
                {button}
              </SubmitButton>
            </form>
          )}
        </div>
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
      <path data-mark strokeWidth="1.2" d={MARK.path} transform="translate(59.5 47) scale(.66)" />
    </svg>
  );
}
