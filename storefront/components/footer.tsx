import type { ReactNode } from "react";
import { Link } from "react-router";
import { ChatIcon } from "./icons.tsx";
import { useRootData } from "./shop-context.ts";
import { SocialLinks } from "./social-links.tsx";

export function Footer() {
  const { shop, renderedAt } = useRootData();
  const year = new Date(renderedAt).getFullYear();
  return (
    <footer className="mt-20 bg-leaf-deep text-[#e9e4d6] [&_:focus-visible]:outline-paper">
      <div className="container-page grid gap-12 py-14 md:grid-cols-2 lg:grid-cols-[1.4fr_1fr_1fr_1.3fr]">
        <section aria-labelledby="footer-newsletter" className="max-w-sm">
          <p className="font-display text-3xl text-white">{shop.name}</p>
          <h2 id="footer-newsletter" className="mt-4 text-title text-white">
            Letters from the distillery
          </h2>
          <p className="mt-2 text-small">New scents and old recipes, about once a month.</p>
          <form className="mt-4 flex" action="/" onSubmit={(event) => event.preventDefault()}>
            <label htmlFor="footer-email" className="sr-only">
              Email address
            </label>
            <input
              id="footer-email"
              name="email"
              type="email"
              autoComplete="email"
              placeholder="Your email address"
              className="h-11 min-w-0 flex-1 rounded-l-control border border-white/40 bg-transparent px-3.5 text-white placeholder:text-[#cfcab9]"
            />
            <button type="submit" className="h-11 rounded-r-control bg-paper px-5 text-[0.9375rem] font-semibold text-leaf-deep hover:bg-white">
              Sign up
            </button>
          </form>
          <SocialLinks className="mt-6" />
        </section>

        <FooterList title="Favourites">
          {shop.footerProducts.map(({ slug, title }) => (
            <FooterLink key={slug} to={`/product/${slug}`}>
              {title}
            </FooterLink>
          ))}
        </FooterList>

        <FooterList title="Help and policies">
          <FooterLink to="/products">All Products</FooterLink>
          <FooterLink to="/about-us">About Us</FooterLink>
          <FooterLink to="/contact">Contact</FooterLink>
          <FooterLink to="/tracking">Order Tracking</FooterLink>
          <FooterLink to="/faq">FAQ</FooterLink>
          <FooterLink to={shop.refundPolicyPath}>Refund And Return Policy</FooterLink>
          <FooterLink to="/privacy-policy">Privacy Policy</FooterLink>
          <FooterLink to="/terms-conditions">Terms And Conditions</FooterLink>
        </FooterList>

        <section aria-labelledby="footer-office">
          <h2 id="footer-office" className="eyebrow text-white">
            Our office
          </h2>
          <address className="mt-4 text-small not-italic">
            {shop.address.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
          <p className="mt-3 text-small">{shop.openingHours}</p>
          <a
            href={`https://wa.me/${shop.whatsapp.replace(/\D/g, "")}`}
            className="mt-4 inline-flex min-h-11 items-center gap-2 text-small text-white text-link"
          >
            <ChatIcon width="20" height="20" />
            WhatsApp {shop.whatsapp}
          </a>
        </section>
      </div>
      <div className="border-t border-white/15">
        <p className="container-page py-5 text-small">
          © {year} {shop.name}. All prices in Indian rupees, inclusive of all taxes.
        </p>
      </div>
    </footer>
  );
}

function FooterList({ title, children }: { title: string; children: ReactNode }) {
  const id = `footer-${title.toLowerCase().replaceAll(" ", "-")}`;
  return (
    <nav aria-labelledby={id}>
      <h2 id={id} className="eyebrow text-white">
        {title}
      </h2>
      <ul className="mt-3">{children}</ul>
    </nav>
  );
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className="inline-block py-1.5 text-small hover:text-white hover:underline hover:underline-offset-4">
        {children}
      </Link>
    </li>
  );
}
