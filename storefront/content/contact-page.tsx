import { Link } from "react-router";
import type { ContentPage } from "../../contract/content/schemas.ts";
import { Picture } from "../shared/picture.tsx";
import { CallRows, ContactCards } from "./contact-cards.tsx";
import { ContactForm } from "./contact-form.tsx";
import { FollowMessage } from "./follow-message.tsx";
import { TextWithLinks } from "./text-with-links.tsx";

export function ContactPage({ page }: { page: ContentPage }) {
  return (
    <div className="container-page">
      <div className="grid gap-x-10 gap-y-10 pt-10 sm:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:pt-16 lg:gap-x-20">
        <div>
          <h1 className="text-display">{page.title}</h1>
          <p className="mt-4 mb-5 max-w-prose text-balance text-lead text-bark md:mb-7">{page.summary}</p>
          <CallRows />
          <section aria-labelledby="get-in-touch" className="mt-8 md:mt-10">
            <h2 id="get-in-touch" className="text-quote">
              Get in touch
            </h2>
            <p className="mt-2 text-bark">Leave your details and we’ll call or write back within one working day.</p>
            <p className="mt-2 text-bark">
              About your personal data?{" "}
              <Link to="/privacy-request" className="text-leaf text-link">
                Ask for a copy or its erasure
              </Link>
              .
            </p>
            <ContactForm />
          </section>
          <FollowMessage />
        </div>
        <div className="flex flex-col-reverse self-start overflow-hidden rounded-picture bg-linen sm:sticky sm:top-24 sm:flex-col lg:top-36">
          {page.image && (
            <Picture
              picture={page.image}
              alt=""
              sizes="(min-width: 640px) 50vw, 94vw"
              imageClassName="aspect-square w-full object-cover object-[50%_92%] lg:aspect-5/4"
            />
          )}
          <ContactCards />
        </div>
      </div>
      <div className="mt-14 grid gap-x-10 gap-y-8 border-sand border-t pt-8 sm:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:mt-20 lg:gap-x-20">
        {page.sections.map(({ heading, paragraphs }) => (
          <section key={heading}>
            <h2 className="text-title">{heading}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph} className="mt-2.5 max-w-prose text-bark">
                <TextWithLinks text={paragraph} />
              </p>
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}
