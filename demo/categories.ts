import type { DemoCategory } from "./shapes.ts";

export const demoCategories: DemoCategory[] = [
  {
    slug: "perfumes",
    name: "Perfumes",
    commonName: "Eau de parfum",
    description: "Eau de parfum built on Indian flowers, woods and spices, made in small batches for everyone to wear.",
    image: "categories/perfumes.webp",
    subcategories: [
      {
        slug: "floral-perfumes",
        name: "Floral Perfumes",
        description: "Kewra, mogra, rose and champa, from dew-fresh to deep into the evening.",
      },
      {
        slug: "woody-perfumes",
        name: "Woody and Amber Perfumes",
        description: "Sandalwood, oud, cardamom and amber for those who like warmth close to the skin.",
      },
      {
        slug: "fresh-perfumes",
        name: "Fresh and Earthy Perfumes",
        description: "Tulsi, citrus, vetiver and wet earth, made for Indian summers and the first rain.",
      },
    ],
  },
  {
    slug: "attars",
    name: "Attars",
    commonName: "Attar",
    description: "Alcohol-free perfume oils, distilled slowly in copper and worn a drop at a time.",
    image: "categories/attars.webp",
    subcategories: [
      {
        slug: "floral-attars",
        name: "Floral Attars",
        description: "Single flowers in sandalwood oil, picked at dawn and distilled the same day.",
      },
      {
        slug: "earthy-attars",
        name: "Earthy and Spiced Attars",
        description: "Roots, resins and spices for cool mornings in summer and warm evenings in winter.",
      },
    ],
  },
  {
    slug: "gift-sets",
    name: "Gift Sets",
    description: "Considered presents for birthdays, weddings and festivals, ready to hand over.",
    image: "categories/gift-sets.webp",
    subcategories: [
      {
        slug: "discovery-sets",
        name: "Discovery Sets",
        commonName: "Set of eaux de parfum",
        description: "Small vials of our perfumes, for trying at home before choosing a full bottle.",
      },
      {
        slug: "festive-rituals",
        name: "Festive Rituals",
        commonName: "Face mask",
        description: "Traditional preparations for haldi mornings, Diwali baths and wedding weeks.",
      },
    ],
  },
  {
    slug: "face-care",
    name: "Face Care",
    description: "Short, simple routines with plant waters, cold-pressed oils and herbs you will recognise.",
    image: "categories/face-care.webp",
    subcategories: [
      {
        slug: "face-washes",
        name: "Face Washes",
        commonName: "Face wash",
        description: "Mild cleansers that leave the skin clean but never squeaky.",
      },
      {
        slug: "toners-and-mists",
        name: "Toners and Mists",
        commonName: "Face toner",
        description: "Steam-distilled flower waters to follow cleansing or to cool a hot afternoon.",
      },
      {
        slug: "face-oils-and-creams",
        name: "Face Oils and Creams",
        description: "Saffron-scented oils and creams for the last step of the evening.",
      },
    ],
  },
  {
    slug: "body-care",
    name: "Body Care",
    description: "Oils, butters and soaps that make the daily bath worth lingering over.",
    image: "categories/body-care.webp",
    subcategories: [
      {
        slug: "body-oils-and-butters",
        name: "Body Oils and Butters",
        description: "Rich but easy to rub in, for massages and for dry winter skin.",
      },
      {
        slug: "soaps",
        name: "Soaps",
        commonName: "Bath soap",
        description: "Cold-processed bars, cured for six weeks and wrapped in paper.",
      },
    ],
  },
  {
    slug: "hair-care",
    name: "Hair Care",
    description: "Champi oils and light gels for scalp and lengths, without mineral oil or silicone.",
    image: "categories/hair-care.webp",
    subcategories: [
      {
        slug: "hair-oils",
        name: "Hair Oils",
        commonName: "Hair oil",
        description: "Slow-infused oils for the weekly champi.",
      },
      {
        slug: "scalp-gels",
        name: "Scalp and Hair Gels",
        commonName: "Hair and skin gel",
        description: "Cooling, water-light gels for scalp, flyaway hair and skin after the sun.",
      },
    ],
  },
];
