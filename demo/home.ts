import type { DemoBanner, DemoTestimonial } from "./shapes.ts";

export const demoTestimonials: DemoTestimonial[] = [
  {
    name: "Ananya Krishnan",
    designation: "Beauty creator, Chennai",
    review:
      "I have tried to explain kewra to my followers for years. Now I tell them to spray this and wait ten minutes.",
    rating: 5,
    image: "testimonials/ananya-krishnan.svg",
  },
  {
    name: "Kabir Merchant",
    designation: "Fragrance reviewer, Mumbai",
    review:
      "Mitti After Rain is the rare petrichor perfume that does not turn into a swimming pool after an hour. Honest work, honest price.",
    rating: 5,
    image: "testimonials/kabir-merchant.svg",
  },
  {
    name: "Sharada Deshpande",
    designation: "Home-remedies columnist, Pune",
    review:
      "The ubtan smells like the one my mother ground on stone. My granddaughters stole the jar, which is the best review I can give.",
    rating: 5,
    image: "testimonials/sharada-deshpande.svg",
  },
  {
    name: "Gurpreet Singh Ahluwalia",
    designation: "Menswear stylist, Chandigarh",
    review: "Saffron Oud under a bandhgala needs exactly one spray. I put it in every groom’s kit this season.",
    rating: 4,
    image: "testimonials/gurpreet-singh-ahluwalia.svg",
  },
  {
    name: "Meghna Roychoudhury",
    designation: "Skincare vlogger, Kolkata",
    review:
      'I like that they write "helps skin look rested" and not "ten years younger". The Kumkumadi oil does what it says.',
    rating: 5,
    image: "testimonials/meghna-roychoudhury.svg",
  },
  {
    name: "Zainab Qureshi",
    designation: "Modest fashion creator, Hyderabad",
    review: "An alcohol-free rose that smells of a real garden. Gulab attar has lived in my bag since Ramzan.",
    rating: 5,
    image: "testimonials/zainab-qureshi.svg",
  },
];

const heroPerfumes = {
  eyebrow: "New season",
  title: "Perfume, grown in India",
  text: "Kewra, mogra, saffron and first rain, blended in small batches in Lucknow.",
  action: "Shop perfumes",
  link: "/category/perfumes",
};

const heroSkincare = {
  eyebrow: "Face care",
  title: "Quiet care for busy skin",
  text: "Rose water, saffron and tulsi in simple three-step routines.",
  action: "Shop face care",
  link: "/category/face-care",
};

const heroAttars = {
  eyebrow: "Pure attar oils",
  title: "One drop, all day",
  text: "Rose, vetiver and shamama, distilled in copper the way Kannauj has always done it.",
  action: "Shop attars",
  link: "/category/attars",
};

const promoGifting = {
  eyebrow: "Gifting",
  title: "Five perfumes, one box",
  text: "The Discovery Set, for anyone still looking for their favourite.",
  action: "See the set",
  link: "/product/discovery-set",
};

const promoBody = {
  eyebrow: "Body care",
  title: "Make the bath last longer",
  text: "Sandalwood oil and coconut mogra butter for soft skin in dry weather.",
  action: "Shop body care",
  link: "/category/body-care",
};

const app = {
  eyebrow: "The Kewra app",
  title: "Your perfume shelf, in your pocket",
  text: "Follow your orders, find your scent again, and hear first of new batches.",
  action: "See all products",
  link: "/products",
};

export const demoBanners: DemoBanner[] = [
  { placement: "hero", device: "desktop", image: "banners/hero-perfumes.webp", ...heroPerfumes, textSide: "left" },
  { placement: "hero", device: "desktop", image: "banners/hero-skincare.webp", ...heroSkincare, textSide: "right" },
  { placement: "hero", device: "desktop", image: "banners/hero-attars.webp", ...heroAttars, textSide: "left" },
  { placement: "hero", device: "phone", image: "banners/hero-perfumes-mobile.webp", ...heroPerfumes, textSide: "top" },
  { placement: "hero", device: "phone", image: "banners/hero-skincare-mobile.webp", ...heroSkincare, textSide: "top" },
  { placement: "hero", device: "phone", image: "banners/hero-attars-mobile.webp", ...heroAttars, textSide: "top" },
  { placement: "promo", device: "desktop", image: "banners/promo-gifting.webp", ...promoGifting, textSide: "left" },
  { placement: "promo", device: "desktop", image: "banners/promo-body.webp", ...promoBody, textSide: "right" },
  {
    placement: "promo",
    device: "phone",
    image: "banners/promo-gifting-mobile.webp",
    ...promoGifting,
    textSide: "left",
  },
  { placement: "promo", device: "phone", image: "banners/promo-body.webp", ...promoBody, textSide: "right" },
  { placement: "app", device: "desktop", image: "banners/app-download.webp", ...app, textSide: "left" },
  { placement: "app", device: "phone", image: "banners/app-download.webp", ...app, textSide: "left" },
];

export const demoBrandImages: { name: string; image: string; link: string | null }[] = [
  { name: "Vanya Journal", image: "brands/vanya-journal.svg", link: null },
  { name: "The Saffron Post", image: "brands/saffron-post.svg", link: null },
  { name: "Marigold Edit", image: "brands/marigold-edit.svg", link: null },
  { name: "Aangan Living", image: "brands/aangan-living.svg", link: null },
  { name: "Tamarind Weekly", image: "brands/tamarind-weekly.svg", link: null },
  { name: "Lotus & Loom", image: "brands/lotus-loom.svg", link: null },
  { name: "Monsoon Market", image: "brands/monsoon-market.svg", link: null },
  { name: "Neem & House", image: "brands/neem-house.svg", link: null },
];
