import type { ContentDocument } from "../../contract/admin/content.ts";

export const DOCUMENT_NAMES: Readonly<Record<ContentDocument, string>> = {
  "about-us": "About us",
  contact: "Contact",
  "privacy-policy": "Privacy policy",
  "refund-policy": "Refund policy",
  "terms-conditions": "Terms and conditions",
  faqs: "FAQs",
  banners: "Banners",
  testimonials: "Testimonials",
  brands: "Brands",
  "header-menu": "Menu of the header",
  "footer-menu": "Columns of the footer",
};
