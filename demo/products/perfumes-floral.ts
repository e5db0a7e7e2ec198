import type { DemoProduct } from "../shapes.ts";

export const floralPerfumes: DemoProduct[] = [
  {
    slug: "kewra-bloom",
    sku: "KW-EDP-KEWRA-50",
    title: "Kewra Bloom",
    subTitle: "Kewra, rose and soft musk",
    description:
      "The flower we are named after. Kewra grows along the coast of Ganjam in Odisha, and its scent is hard to place: sweet as honey, green as a snapped stem, a little peppery.\n\nWe open it with bergamot so that it feels light from the first spray, let rose round its edges, and rest it on musk and a little sandalwood. It is the bottle most people start with, and the one they reorder.\n\nA daytime floral for any season. It sits well under cotton and does not shout in a lift.",
    category: "floral-perfumes",
    priceRupees: 2499,
    originalPriceRupees: 2999,
    stock: 164,
    isFeatured: true,
    bestseller: true,
    keyBenefits: [
      "Natural kewra from the coast of Odisha at its heart",
      "Light enough for the office, lasting enough for dinner afterwards",
      "Made to be worn by anyone",
      "Recyclable glass bottle with a polished gold ball cap",
    ],
    howToUse: [
      "Spray from about 15 cm on the wrists, the neck and behind the ears.",
      "Let it dry by itself; rubbing the wrists together dulls the top notes.",
      "For a softer trail, spray once on a scarf or dupatta, after trying an inside seam for marks.",
      "Keep the bottle out of the sun.",
    ],
    faqs: [
      {
        question: "Does it smell like the kewra water used in biryani?",
        answer:
          "You will recognise it, but this is drier and more floral. The bergamot and musk take it well away from the kitchen.",
      },
      {
        question: "Is it too sweet for men?",
        answer: "No. The peppery, green side of kewra keeps it balanced, and many men wear it.",
      },
      {
        question: "Can I spray it on clothes?",
        answer: "Yes on cotton and wool. On silk and very pale fabrics test a hidden spot first.",
      },
    ],
    notes: { top: ["Bergamot", "Pink Pepper"], heart: ["Kewra", "Rose", "Mogra"], base: ["Musk", "Sandalwood"] },
    keywords: ["unisex", "men", "women", "vegan", "everyday", "office", "spring", "daytime", "signature"],
    scentFamily: "Floral",
    concentration: "Eau de Parfum",
    longevity: "7 to 9 hours",
    sillage: "Moderate",
    netQuantity: { value: 50, unit: "ml" },
    ingredients:
      "Alcohol Denat., Aqua, Parfum, Pandanus Odoratissimus Flower Oil, Rosa Damascena Flower Oil, Citrus Aurantium Bergamia Peel Oil, Jasminum Sambac Flower Extract, Santalum Album Oil, Tocopherol, Linalool, Limonene, Citronellol, Geraniol, Benzyl Benzoate, Eugenol",
    allergens: ["Linalool", "Limonene", "Citronellol", "Geraniol", "Benzyl Benzoate", "Eugenol"],
    countryOfOrigin: "India",
    shelfLifeMonths: 36,
    hsn: "33030050",
    gstPercent: 18,
    origin: {
      place: "Ganjam, Odisha",
      plant: "Pandanus odoratissimus",
      story:
        "Growers along the coast cut the flowers before sunrise in the rainy months, and the stills are lit the same morning. From there it is 930 km to our bench in Lucknow.",
    },
    wearWith: [
      { slug: "sandal-silk", effect: "warms it" },
      { slug: "mogra-nights", effect: "deepens it" },
    ],
    pairedWith: ["rose-water-toner", "mogra-nights", "sandal-silk", "coconut-mogra-body-butter", "discovery-set"],
    launchedOn: "2024-09-01",
  },
  {
    slug: "mogra-nights",
    sku: "KW-EDP-MOGRA-50",
    title: "Mogra Nights",
    subTitle: "Mogra, tuberose and white musk",
    description:
      "Mogra buds open after sunset, which is why gajras are strung in the evening and smell strongest near midnight. Mogra Nights follows the same hours.\n\nIt begins with petitgrain and green leaves, then the jasmine of Madurai fills the room with tuberose behind it. Much later only musk and a thread of sandalwood stay.\n\nFor weddings, terraces and warm nights. Two sprays are plenty.",
    category: "floral-perfumes",
    priceRupees: 2199,
    originalPriceRupees: 2599,
    stock: 118,
    isFeatured: false,
    bestseller: true,
    keyBenefits: [
      "Jasmine sambac from growers around Madurai",
      "Rich white floral without powder or syrup",
      "Opens further in warm weather",
      "Cruelty free and gender neutral",
    ],
    howToUse: [
      "Spray once on each side of the neck half an hour before you go out.",
      "Add a little to the inside of the elbows on warm evenings.",
      "A single spray on a hairbrush gives a gajra-like trail.",
    ],
    faqs: [
      {
        question: "Is it very strong?",
        answer: "The first half hour is generous. It settles into a soft floral, so start with one or two sprays.",
      },
      {
        question: "Mogra or jasmine: which one is it?",
        answer: "Mogra is Jasminum sambac, the round white buds of gajras. It is sweeter and greener than chameli.",
      },
      {
        question: "Does it suit the office?",
        answer: "With one spray, yes. In a small meeting room we would reach for Kewra Bloom instead.",
      },
    ],
    notes: { top: ["Petitgrain", "Green Leaves"], heart: ["Mogra", "Tuberose"], base: ["Musk", "Sandalwood"] },
    keywords: ["unisex", "men", "women", "vegan", "wedding", "summer", "evening", "party", "date", "night"],
    scentFamily: "Floral",
    concentration: "Eau de Parfum",
    longevity: "8 to 10 hours",
    sillage: "Strong",
    netQuantity: { value: 50, unit: "ml" },
    ingredients:
      "Alcohol Denat., Aqua, Parfum, Jasminum Sambac Flower Extract, Polianthes Tuberosa Flower Extract, Citrus Aurantium Amara Leaf/Twig Oil, Santalum Album Oil, Tocopherol, Benzyl Benzoate, Linalool, Benzyl Salicylate, Benzyl Alcohol, Limonene, Eugenol, Farnesol",
    allergens: [
      "Benzyl Benzoate",
      "Linalool",
      "Benzyl Salicylate",
      "Benzyl Alcohol",
      "Limonene",
      "Eugenol",
      "Farnesol",
    ],
    countryOfOrigin: "India",
    shelfLifeMonths: 36,
    hsn: "33030050",
    gstPercent: 18,
    origin: {
      place: "Madurai, Tamil Nadu",
      plant: "Jasminum sambac",
      story:
        "The buds are picked tight before dawn and open on the way to the still. No flower of ours travels further: 1,900 km to Lucknow, as oil, never as a bouquet.",
    },
    wearWith: [
      { slug: "midnight-champa", effect: "darkens it" },
      { slug: "kewra-bloom", effect: "freshens it" },
    ],
    pairedWith: ["coconut-mogra-body-butter", "midnight-champa", "kewra-bloom", "hibiscus-hair-oil"],
    launchedOn: "2024-10-21",
  },
  {
    slug: "rose-of-kannauj",
    sku: "KW-EDP-ROSE-50",
    title: "Rose of Kannauj",
    subTitle: "Damask rose, saffron and sandalwood",
    description:
      "In Kannauj the rose season lasts a few weeks. Petals come in before eight in the morning and go straight into the copper deg, where water and a slow wood fire do the rest.\n\nWe kept the rose whole: a bright, lemony opening, the full petal, a pinch of saffron for warmth, and the sandalwood it is traditionally distilled into. No jam, no soap.\n\nIf you know rose only from gulab jal, this shows how deep it goes.",
    category: "floral-perfumes",
    priceRupees: 2699,
    originalPriceRupees: 3199,
    stock: 86,
    isFeatured: true,
    bestseller: true,
    keyBenefits: [
      "Damask rose distilled in copper at Kannauj",
      "A true rose, neither sugary nor powdery",
      "Works from haldi morning to reception",
      "Arch bottle with a golden onion-dome cap",
    ],
    howToUse: [
      "Spray on pulse points after a bath, while the skin is still a little warm.",
      "Moisturise first with an unscented cream if your skin is dry; rose lasts longer on it.",
      "Layer over Gulab attar for a deeper rose in the evening.",
    ],
    faqs: [
      {
        question: "Is it an old-fashioned rose?",
        answer: "It is a natural one. Bergamot and saffron keep it clear and modern.",
      },
      {
        question: "How is it different from the Gulab attar?",
        answer:
          "The attar is pure rose in sandalwood oil and stays close to the skin. The perfume is brighter and travels further.",
      },
      {
        question: "Will it stain my saree?",
        answer: "The liquid is lightly tinted. Spray on skin, or on fabric only after a test on the inside of the hem.",
      },
    ],
    notes: {
      top: ["Bergamot", "Lemon"],
      heart: ["Rose", "Saffron", "Geranium"],
      base: ["Sandalwood", "Musk", "Patchouli"],
    },
    keywords: ["unisex", "men", "women", "vegan", "romantic", "valentine", "date", "everyday"],
    scentFamily: "Floral",
    concentration: "Eau de Parfum",
    longevity: "8 to 10 hours",
    sillage: "Moderate",
    netQuantity: { value: 50, unit: "ml" },
    ingredients:
      "Alcohol Denat., Aqua, Parfum, Rosa Damascena Flower Oil, Pelargonium Graveolens Flower Oil, Santalum Album Oil, Citrus Aurantium Bergamia Peel Oil, Citrus Limon Peel Oil, Pogostemon Cablin Leaf Oil, Crocus Sativus Flower Extract, Tocopherol, Citronellol, Geraniol, Limonene, Linalool, Citral, Eugenol, Farnesol",
    allergens: ["Citronellol", "Geraniol", "Limonene", "Linalool", "Citral", "Eugenol", "Farnesol"],
    countryOfOrigin: "India",
    shelfLifeMonths: 36,
    hsn: "33030050",
    gstPercent: 18,
    origin: {
      place: "Kannauj, Uttar Pradesh",
      plant: "Rosa damascena",
      story:
        "Petals reach the copper deg before eight in the morning, for the few weeks that the season lasts. The still we share is 100 km from our door.",
    },
    wearWith: [
      { slug: "gulab-attar", effect: "makes it last" },
      { slug: "saffron-oud", effect: "gives it an evening" },
    ],
    pairedWith: ["gulab-attar", "rose-water-toner", "saffron-oud", "sandalwood-body-oil"],
    launchedOn: "2024-10-03",
  },
  {
    slug: "midnight-champa",
    sku: "KW-EDP-CHAMPA-50",
    title: "Midnight Champa",
    subTitle: "Champa, plum and vanilla",
    description:
      "Champa is the flower you smell before you see the tree: ripe, golden, somewhere between apricot and tea. At night, in temple courtyards, it turns almost dark.\n\nWe set it against plum and cardamom, then let vanilla, amber and patchouli draw it out slowly. The result is smooth and a little mysterious, more velvet than petal.\n\nOur evening perfume for the cooler months, in a moon-shaped bottle you will want to leave on the table.",
    category: "floral-perfumes",
    priceRupees: 3199,
    originalPriceRupees: null,
    stock: 274,
    isFeatured: true,
    bestseller: false,
    keyBenefits: [
      "Natural champa, rarely found outside attars",
      "Warm floral for evenings and the wedding season",
      "Dries down to vanilla and amber without turning sticky",
      "Made in batches of 300 bottles",
    ],
    howToUse: [
      "Spray once on the chest and once on the neck before dressing.",
      "Give it ten minutes; the plum steps back and the champa comes forward.",
      "In humid weather use half as much.",
    ],
    faqs: [
      {
        question: "Does it smell like nag champa incense?",
        answer:
          "No. Incense of that name is mostly sandalwood and resin. This is the fresh flower, with fruit and vanilla around it.",
      },
      {
        question: "Is it a winter perfume only?",
        answer: "It is at its best from October to March, and in air-conditioned rooms all year.",
      },
      {
        question: "What should I layer under it?",
        answer: "A plain body oil, or our Sandalwood body oil if you want more depth.",
      },
    ],
    notes: { top: ["Plum", "Cardamom"], heart: ["Champa", "Mogra"], base: ["Vanilla", "Amber", "Patchouli"] },
    keywords: ["unisex", "men", "women", "vegan", "evening", "winter", "date", "night", "party"],
    scentFamily: "Floral",
    concentration: "Eau de Parfum",
    longevity: "9 to 11 hours",
    sillage: "Strong",
    netQuantity: { value: 50, unit: "ml" },
    ingredients:
      "Alcohol Denat., Aqua, Parfum, Michelia Champaca Flower Oil, Jasminum Sambac Flower Extract, Vanilla Planifolia Fruit Extract, Pogostemon Cablin Leaf Oil, Elettaria Cardamomum Seed Oil, Cistus Ladaniferus Resin Extract, Tocopherol, Linalool, Benzyl Benzoate, Benzyl Alcohol, Limonene, Coumarin, Eugenol",
    allergens: ["Linalool", "Benzyl Benzoate", "Benzyl Alcohol", "Limonene", "Coumarin", "Eugenol"],
    countryOfOrigin: "India",
    shelfLifeMonths: 36,
    hsn: "33030050",
    gstPercent: 18,
    wearWith: [
      { slug: "mogra-nights", effect: "brightens it" },
      { slug: "cardamom-amber", effect: "warms it" },
    ],
    pairedWith: ["mogra-nights", "sandalwood-body-oil", "cardamom-amber", "saffron-night-cream"],
    launchedOn: "2026-11-10",
  },
];
