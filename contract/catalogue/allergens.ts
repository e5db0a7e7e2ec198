/**
 * The fragrance allergens of Annex III of the EU's Cosmetics Regulation as amended by 2023/1545, by the names that lists of ingredients use. Not law in
 * India, but the vocabulary that buyers with allergies know. Botanical oils count as themselves.
 */
const ALLERGENS: readonly (readonly [name: string, ...others: string[]])[] = [
  ["Benzyl Alcohol"],
  ["6-Methyl Coumarin"],
  ["Amyl Cinnamal"],
  ["Cinnamyl Alcohol"],
  ["Citral", "Geranial", "Neral"],
  ["Eugenol"],
  ["Hydroxycitronellal"],
  ["Isoeugenol"],
  ["Amylcinnamyl Alcohol"],
  ["Benzyl Salicylate"],
  ["Cinnamal"],
  ["Coumarin"],
  ["Geraniol"],
  ["Anise Alcohol", "Anisyl Alcohol"],
  ["Benzyl Cinnamate"],
  ["Farnesol"],
  ["Linalool"],
  ["Benzyl Benzoate"],
  ["Citronellol"],
  ["Hexyl Cinnamal"],
  ["Limonene"],
  ["Methyl 2-Octynoate"],
  ["Alpha-Isomethyl Ionone"],
  ["Evernia Prunastri Extract", "Evernia Prunastri"],
  ["Evernia Furfuracea Extract", "Evernia Furfuracea"],
  ["Pinus Mugo"],
  ["Pinus Pumila"],
  ["Cedrus Atlantica"],
  ["Turpentine"],
  ["Alpha-Terpinene"],
  ["Terpinolene"],
  ["Myroxylon Pereirae"],
  ["Rose Ketones", "Alpha-Damascone", "Beta-Damascone", "Delta-Damascone", "Damascenone"],
  ["3-Propylidenephthalide"],
  ["Lippia Citriodora Absolute", "Lippia Citriodora"],
  ["Methyl Salicylate"],
  ["Acetyl Cedrene"],
  ["Amyl Salicylate"],
  ["Anethole"],
  ["Benzaldehyde"],
  ["Camphor"],
  ["Beta-Caryophyllene"],
  ["Carvone"],
  ["Dimethyl Phenethyl Acetate"],
  ["Hexadecanolactone"],
  ["Hexamethylindanopyran"],
  ["Linalyl Acetate"],
  ["Menthol"],
  ["Trimethylcyclopentenyl Methylisopentenol"],
  ["Salicylaldehyde"],
  ["Santalol"],
  ["Sclareol"],
  ["Terpineol"],
  ["Tetramethyl Acetyloctahydronaphthalenes"],
  ["Trimethylbenzenepropanol"],
  ["Vanillin"],
  ["Cananga Odorata"],
  ["Cinnamomum Cassia"],
  ["Cinnamomum Zeylanicum"],
  ["Citrus Aurantium Flower"],
  ["Citrus Aurantium Peel", "Citrus Sinensis Peel", "Citrus Sinensis"],
  ["Citrus Bergamia", "Citrus Aurantium Bergamia"],
  ["Citrus Limon"],
  ["Cymbopogon", "Cymbopogon Schoenanthus", "Cymbopogon Flexuosus", "Cymbopogon Citratus"],
  ["Eucalyptus Globulus"],
  ["Eugenia Caryophyllus"],
  ["Jasminum Grandiflorum", "Jasminum Officinale"],
  ["Juniperus Virginiana"],
  ["Laurus Nobilis"],
  ["Lavandula", "Lavandula Angustifolia"],
  ["Mentha Piperita"],
  ["Mentha Viridis"],
  ["Narcissus"],
  ["Pelargonium Graveolens"],
  ["Pogostemon Cablin"],
  [
    "Rosa",
    "Rosa Damascena",
    "Rosa Alba",
    "Rosa Canina",
    "Rosa Centifolia",
    "Rosa Gallica",
    "Rosa Moschata",
    "Rosa Rugosa",
  ],
  ["Santalum Album"],
  ["Eugenyl Acetate"],
  ["Geranyl Acetate"],
  ["Isoeugenyl Acetate"],
  ["Pinene", "Alpha-Pinene", "Beta-Pinene"],
];

const plain = (text: string) =>
  ` ${text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim()} `;

/** Finds the allergens that a list of ingredients names, by the first of their names. */
export function findAllergens(ingredients: string): string[] {
  const entries = ingredients.split(/[,;•\n]/).map(plain);
  return ALLERGENS.filter((names) => {
    const searched = names.map(plain);
    return entries.some((entry) =>
      searched.some((name) => entry.startsWith(name) || entry.includes(` ${name.trim()} `)),
    );
  }).map(([name]) => name);
}
