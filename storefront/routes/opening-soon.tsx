import { NewsletterBox } from "../newsletter/newsletter-box.tsx";
import { Mark, Wordmark } from "../shared/brand.tsx";
import { privatePageMeta } from "../shared/page-meta.ts";
import { useShop } from "../shared/shop-context.ts";

export const meta = privatePageMeta(
  "Opening soon",
  "We’re getting everything ready. Leave your email, and we’ll write to you when we open.",
);

/** What strangers see of a shop that is not open yet. */
export default function OpeningSoon() {
  const { name, tagline, email } = useShop();
  return (
    <div className="grid min-h-dvh place-items-center bg-leaf-deep px-gutter py-12 text-white">
      <div className="w-full max-w-md">
        <p aria-hidden="true" className="flex items-center gap-3">
          <Mark className="size-10 text-oat" />
          <Wordmark className="text-item" />
        </p>
        <h1 className="mt-6 text-display">
          <span className="sr-only">{name}: </span>We open soon
        </h1>
        <p className="mt-4 text-body">
          {tagline}. We’re getting everything ready. Leave your email, and we’ll write to you when we open.
        </p>
        <NewsletterBox />
        <p className="mt-8 text-small">
          Questions? Write to{" "}
          <a href={`mailto:${email}`} className="text-white text-link">
            {email}
          </a>
          .
        </p>
        <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-2 text-small">
          {LINKS.map(([path, title]) => (
            <li key={path}>
              <a href={path} className="text-white text-link">
                {title}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

const LINKS = [
  ["/privacy-policy", "Privacy Policy"],
  ["/terms-conditions", "Terms And Conditions"],
  ["/contact", "Contact Us"],
] as const;
