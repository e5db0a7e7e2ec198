import { Link } from "react-router";
import type { ContentPage } from "../../contract/content/schemas.ts";
import { Picture } from "../shared/picture.tsx";
import { ContactCards } from "./contact-cards.tsx";
import { ContactForm } from "./contact-form.tsx";
import { TextWithLinks } from "./text-with-links.tsx";

export function ContactPage({ page }: { page: ContentPage }) {
  return (
    <div className="container-page">
      <div className="grid gap-x-10 gap-y-10 pt-10 sm:grid-cols-[7fr_5fr] sm:grid-rows-[auto_1fr] md:pt-16 lg:gap-x-20">
        <header>
          <h1 className="text-display">{page.title}</h1>
          <p className="mt-5 max-w-prose text-lead text-bark">{page.summary}</p>
          {/* On a phone the cards come before the form. */}
          <Link to="#get-in-touch" className="mt-2 inline-flex min-h-11 items-center text-leaf text-link sm:hidden">
            Write to us
          </Link>
        </header>
        <div className="self-start overflow-hidden rounded-picture bg-linen sm:col-start-2 sm:row-span-2 sm:row-start-1">
          {page.image && (
            <Picture
              picture={page.image}
              alt=""
              sizes="(min-width: 640px) 40vw, 94vw"
              className="relative block aspect-8/5 lg:aspect-2/1"
              imageClassName="absolute inset-0 size-full object-cover object-[40%_60%]"
            />
          )}
          <ContactCards />
        </div>
        <section aria-labelledby="get-in-touch" className="border-sand border-t pt-6 md:pt-8">
          <h2 id="get-in-touch" className="text-quote">
            Get in touch
          </h2>
          <p className="mt-2 text-bark">Leave your details and we’ll call or write back within one working day.</p>
          <ContactForm />
        </section>
      </div>
      <div className="mt-14 grid gap-x-10 gap-y-8 border-sand border-t pt-8 sm:grid-cols-[7fr_5fr] md:mt-20 lg:gap-x-20">
        {page.sections.map(({ heading, paragraphs }) => (
          <section key={heading}>
            <h2 className="text-title">{heading}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph} className="mt-2.5 text-bark">
                <TextWithLinks text={paragraph} />
              </p>
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}
