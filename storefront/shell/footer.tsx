import type { ReactNode } from "react";
import { Link } from "react-router";
import { NewsletterBox } from "../newsletter/newsletter-box.tsx";
import { ChatIcon, ClockIcon } from "../shared/icons.tsx";
import { useRootData } from "../shared/shop-context.ts";
import { SocialLinks } from "../shared/social-links.tsx";

export function Footer() {
  const { shop, renderedAt } = useRootData();
  const year = new Date(renderedAt).getFullYear();
  return (
    <footer className="later mt-20 bg-leaf-deep text-[#e9e4d6] md:mt-28 [&_:focus-visible]:outline-paper">
      <div className="container-page">
        <section
          aria-labelledby="footer-newsletter"
          className="grid gap-x-16 gap-y-4 border-white/15 border-b py-12 md:grid-cols-2 md:items-end md:py-16"
        >
          <div>
            <h2 id="footer-newsletter" className="text-heading text-white">
              Letters from the distillery
            </h2>
            <p className="mt-3 max-w-sm">New scents and old recipes, about once a month.</p>
          </div>
          <div className="w-full max-w-md md:justify-self-end">
            <NewsletterBox />
          </div>
        </section>

        <div className="grid grid-cols-2 gap-x-6 gap-y-10 py-12 md:py-14 lg:grid-cols-[1.5fr_1fr_1fr_1.3fr] lg:gap-x-10">
          <div className="max-lg:col-span-2">
            <p className="font-display text-4xl text-white">{shop.name}</p>
            <p className="mt-3 max-w-64 text-small">{shop.tagline}, made in small batches in India.</p>
            <SocialLinks className="mt-6" />
          </div>

          {shop.footerProducts.length > 0 && (
            <FooterList id="footer-favourites" title="Favourites">
              {shop.footerProducts.map(({ slug, title }) => (
                <FooterLink key={slug} to={`/product/${slug}`}>
                  {title}
                </FooterLink>
              ))}
            </FooterList>
          )}

          <FooterList id="footer-help" title="Help and policies">
            {/* In the specification's order. */}
            <FooterLink to="/terms-conditions">Terms And Conditions</FooterLink>
            <FooterLink to="/privacy-policy">Privacy Policy</FooterLink>
            <FooterLink to={shop.refundPolicyPath}>Refund And Return Policy</FooterLink>
            <FooterLink to="/about-us">About Us</FooterLink>
            <FooterLink to="/contact">Contact</FooterLink>
            <FooterLink to="/tracking">Order Tracking</FooterLink>
            <FooterLink to="/products">All Products</FooterLink>
            <FooterLink to="/faq">FAQ</FooterLink>
          </FooterList>

          <section aria-labelledby="footer-office" className="max-lg:col-span-2">
            <h2 id="footer-office" className="eyebrow text-white">
              Our office
            </h2>
            <address className="mt-4 text-small not-italic leading-relaxed">
              {shop.address.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </address>
            <p className="mt-3 flex items-center gap-2 text-small">
              <ClockIcon width="18" height="18" className="shrink-0" />
              {shop.openingHours}
            </p>
            <a
              href={`https://wa.me/${shop.whatsapp.replace(/\D/g, "")}`}
              rel="noopener"
              className="mt-1 inline-flex min-h-11 items-center gap-2 text-small text-white text-link"
            >
              <ChatIcon width="18" height="18" className="shrink-0" />
              WhatsApp {shop.whatsapp}
            </a>
          </section>
        </div>
      </div>
      <div className="border-white/15 border-t">
        <p className="container-page py-6 text-small">
          © {year} {shop.name}. All prices in Indian rupees, inclusive of all taxes.
        </p>
      </div>
    </footer>
  );
}

function FooterList({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <nav aria-labelledby={id}>
      <h2 id={id} className="eyebrow text-white">
        {title}
      </h2>
      <ul className="mt-2.5 md:mt-3">{children}</ul>
    </nav>
  );
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link
        to={to}
        className="inline-flex min-h-11 items-center text-small leading-snug hover:text-white hover:underline hover:underline-offset-4 md:min-h-8"
      >
        {children}
      </Link>
    </li>
  );
}
