/**
 * Words of the trade that mean the same: spellings from several scripts' romanisations, Hindi and English names, Latin of
 * ingredient lists. A search for one finds them all. All lower case; a word stands in one group only.
 */
export const SYNONYMS: readonly (readonly string[])[] = [
  ["attar", "attars", "ittar", "ittars", "itar", "itr", "ittr", "athar", "otto"],
  ["oud", "oudh", "oodh", "ood", "aoud", "agarwood", "agar", "aguru", "aquilaria"],
  ["vetiver", "vetivert", "khus", "khas", "vetiveria", "ramacham"],
  ["jasmine", "mogra", "motia", "bela", "mallika", "jasminum", "sambac"],
  ["kewra", "keora", "kewda", "kevda", "ketaki", "pandanus", "screwpine"],
  ["rose", "roses", "gulab", "rosa"],
  ["sandalwood", "sandal", "chandan", "santal", "santalum"],
  ["saffron", "kesar", "zafran", "zaffran", "crocus"],
  ["champa", "champaca", "champak", "sampangi", "michelia"],
  ["tuberose", "rajnigandha", "nishigandha", "polianthes"],
  ["tulsi", "tulasi", "ocimum"],
  ["turmeric", "haldi", "curcuma"],
  ["neem", "azadirachta", "margosa"],
  ["hibiscus", "gudhal", "jaswand", "japa"],
  ["cardamom", "elaichi", "ilaichi", "elettaria"],
  ["clove", "cloves", "laung", "lavang", "eugenia"],
  ["cinnamon", "dalchini", "cinnamomum"],
  ["coconut", "nariyal", "cocos"],
  ["patchouli", "patchouly", "pogostemon"],
  ["musk", "kasturi"],
  ["amber", "ambar"],
  ["spikenard", "jatamansi", "nardostachys"],
  ["frankincense", "loban", "olibanum", "boswellia"],
  ["lotus", "kamal", "nelumbo"],
  ["lemon", "nimbu"],
  ["ginger", "adrak", "zingiber"],
  ["mitti", "petrichor", "geosmin"],
  ["perfume", "perfumes", "parfum", "fragrance", "scent", "edp"],
  ["soap", "soaps", "sabun"],
  ["moisturiser", "moisturizer", "cream", "creme"],
  ["cleanser", "wash"],
  ["gift", "gifts", "hamper", "present"],
];

const GROUP_OF = new Map(SYNONYMS.flatMap((group) => group.map((word) => [word, group] as const)));

/** The word and every other spelling of it. */
export function spellingsOf(word: string): readonly string[] {
  return GROUP_OF.get(word) ?? [word];
}
