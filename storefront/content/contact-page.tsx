import type { ContentPage } from "../../contract/content/schemas.ts";
import { Picture } from "../shared/picture.tsx";
import { useShop } from "../shared/shop-context.ts";
import { unbroken } from "../shared/unbroken.ts";
import { ContactCards } from "./contact-cards.tsx";
import { ContactForm } from "./contact-form.tsx";
import { TextWithLinks } from "./text-with-links.tsx";

export function ContactPage({ page }: { page: ContentPage }) {
  const { address, openingHours } = useShop();
  return (
    <div className="container-page">
      <header className="pt-10 pb-8 md:pt-16 md:pb-12">
        <h1 className="text-display">{page.title}</h1>
        <p className="mt-5 max-w-prose text-lead text-bark">{page.summary}</p>
      </header>
      <ContactCards />
      <div className="grid gap-x-10 gap-y-14 pt-14 sm:grid-cols-[7fr_5fr] md:pt-20 lg:gap-x-20">
        <section aria-labelledby="get-in-touch">
          <h2 id="get-in-touch" className="text-heading">
            Get in touch
          </h2>
          <p className="mt-3 text-bark">Leave your details and we’ll call or write back within one working day.</p>
          <ContactForm />
        </section>
        <section aria-labelledby="office" className="flex flex-col self-start overflow-hidden rounded-picture bg-linen">
          {page.image && (
            <Picture
              picture={page.image}
              alt=""
              sizes="(min-width: 640px) 40vw, 94vw"
              className="relative aspect-8/7"
              imageClassName="absolute inset-0 size-full object-cover object-[50%_30%]"
            />
          )}
          <div className="p-6 lg:p-9">
            <h2 id="office" className="text-title">
              Office and hours
            </h2>
            <address className="mt-3 not-italic">
              {address.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </address>
            <p className="mt-4 border-sand border-t pt-4">
              <span className="block text-small text-bark">Opening hours</span>
              {unbroken(openingHours)}
            </p>
          </div>
        </section>
      </div>
      <div className="mt-section grid gap-x-10 gap-y-8 border-sand border-t pt-8 sm:grid-cols-2 lg:grid-cols-4">
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
