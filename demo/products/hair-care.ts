import type { DemoProduct } from "../shapes.ts";

export const hairCare: DemoProduct[] = [
  {
    slug: "hibiscus-hair-oil",
    sku: "KW-HAR-HIBISCUS-150",
    title: "Hibiscus Hair Oil",
    subTitle: "Strengthening oil for the weekly champi",
    description:
      "Red hibiscus, amla, bhringraj and curry leaf, simmered for eleven hours in sesame and coconut oil and strained through muslin. The colour is the flower's own.\n\nIt is lighter than plain coconut oil, washes out with one shampoo and leaves hair smoother, stronger against breakage when combing and easier to braid.\n\nWarm it a little. Sit down. Let somebody else do the massage if you can.",
    category: "hair-oils",
    priceRupees: 499,
    originalPriceRupees: 649,
    stock: 176,
    isFeatured: false,
    bestseller: true,
    keyBenefits: [
      "Infused for eleven hours with whole herbs",
      "Helps reduce breakage from combing",
      "Washes out with one shampoo",
      "Free of mineral oil, silicone and added colour",
    ],
    howToUse: [
      "Warm two to three spoons of oil in a bowl of hot water.",
      "Part the hair and massage the scalp with the fingertips for ten minutes.",
      "Draw the rest through the lengths and leave for an hour or overnight.",
      "Wash with a mild shampoo. Repeat once or twice a week.",
    ],
    faqs: [
      {
        question: "Does it stop hair fall?",
        answer:
          "It helps against breakage and dryness. Hair fall has many causes; if it is sudden or heavy please see a doctor.",
      },
      {
        question: "Will the red colour stain my pillow?",
        answer: "It can, so use an old towel if you keep it on overnight. It washes out of cotton.",
      },
      {
        question: "Is it fine for coloured hair?",
        answer: "Yes. As with any oil, wait three days after fresh colour.",
      },
    ],
    notes: { top: [], heart: ["Hibiscus"], base: ["Sandalwood"] },
    scentFamily: "Floral",
    concentration: null,
    longevity: null,
    sillage: null,
    netQuantity: { value: 150, unit: "ml" },
    ingredients:
      "Sesamum Indicum Seed Oil, Cocos Nucifera Oil, Hibiscus Rosa-Sinensis Flower Extract, Phyllanthus Emblica Fruit Extract, Eclipta Prostrata Extract, Murraya Koenigii Leaf Extract, Trigonella Foenum-Graecum Seed Extract, Ricinus Communis Seed Oil, Santalum Album Oil, Tocopherol, Farnesol",
    allergens: ["Farnesol"],
    countryOfOrigin: "India",
    shelfLifeMonths: 24,
    hsn: "33059011",
    gstPercent: 5,
    pairedWith: ["aloe-vetiver-gel", "sandalwood-body-oil", "coconut-mogra-body-butter", "charcoal-neem-soap"],
    launchedOn: "2024-12-02",
  },
  {
    slug: "aloe-vetiver-gel",
    sku: "KW-HAR-ALOEGEL-150",
    title: "Aloe Vetiver Gel",
    subTitle: "Soothing gel for scalp, hair and skin",
    description:
      "Ninety per cent inner-leaf aloe from Rajasthan with vetiver water and nothing sticky. It cools an itchy scalp, tames flyaways and calms skin that has had too much sun.\n\nThe pale green comes from the leaf and a little spirulina. It dries clear in a minute.\n\nKeep it in the fridge from April to July and you will use it every day.",
    category: "scalp-gels",
    priceRupees: 399,
    originalPriceRupees: null,
    stock: 0,
    isFeatured: false,
    bestseller: false,
    keyBenefits: [
      "Ninety per cent aloe leaf juice",
      "Cooling and light, never sticky",
      "One jar for scalp, hair and skin",
      "Free of alcohol and artificial colour",
    ],
    howToUse: [
      "For the scalp, part the hair, dot the gel on and massage. There is no need to rinse.",
      "For flyaways, smooth a little over dry hair with the palms.",
      "On skin, apply a thin layer after the sun or after shaving.",
    ],
    faqs: [
      {
        question: "Can I use it on the face?",
        answer: "Yes, as a light gel under cream or by itself in humid weather.",
      },
      {
        question: "Is it like the gel inside the plant?",
        answer: "It is smoother and keeps longer, because it is filtered and mildly preserved.",
      },
    ],
    notes: { top: ["Green Leaves"], heart: ["Vetiver"], base: [] },
    scentFamily: "Fresh",
    concentration: null,
    longevity: null,
    sillage: null,
    netQuantity: { value: 150, unit: "ml" },
    ingredients:
      "Aloe Barbadensis Leaf Juice, Vetiveria Zizanoides Root Water, Glycerin, Xanthan Gum, Panthenol, Allantoin, Cucumis Sativus Fruit Extract, Spirulina Platensis Extract, Sodium Benzoate, Potassium Sorbate, Citric Acid",
    allergens: [],
    countryOfOrigin: "India",
    shelfLifeMonths: 18,
    hsn: "33049990",
    gstPercent: 18,
    pairedWith: ["hibiscus-hair-oil", "vetiver-coast", "neem-tulsi-face-wash", "ruh-khus-attar"],
    launchedOn: "2025-06-09",
  },
];
