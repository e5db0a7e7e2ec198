/** Families of notes and their colours, for drawings and for the filter panel. A note without a family is only listed by its name. */

export interface NoteFamily {
  name: string;
  color: string;
  notes: readonly string[];
}

export const NOTE_FAMILIES: readonly NoteFamily[] = [
  {
    name: "Flowers",
    color: "#d98f86",
    notes: ["Rose", "Mogra", "Kewra", "Champa", "Tuberose", "Hibiscus", "Iris", "Geranium"],
  },
  { name: "Citrus", color: "#dfcd6c", notes: ["Bergamot", "Lemon", "Lime", "Petitgrain", "Ginger", "Sea Salt"] },
  { name: "Leaves and roots", color: "#8ea37c", notes: ["Vetiver", "Tulsi", "Neem", "Green Leaves", "Wet Leaves"] },
  { name: "Spices", color: "#d99a2b", notes: ["Saffron", "Cardamom", "Clove", "Cinnamon", "Pink Pepper", "Turmeric"] },
  {
    name: "Woods and earth",
    color: "#a37a55",
    notes: ["Sandalwood", "Cedarwood", "Oud", "Patchouli", "Baked Earth", "Spikenard"],
  },
  {
    name: "Sweet and warm",
    color: "#d9b79a",
    notes: ["Amber", "Musk", "Vanilla", "Tonka", "Honey", "Warm Milk", "Coconut", "Plum"],
  },
];

const COLORS = new Map(NOTE_FAMILIES.flatMap(({ color, notes }) => notes.map((note) => [note, color] as const)));

/** Returns the colour of a note's family, if it has one. */
export const noteColor = (note: string): string | undefined => COLORS.get(note);
