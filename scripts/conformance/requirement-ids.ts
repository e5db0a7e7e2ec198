/** An id of the register, or a range of them: `S2.27`, `S5.23 to S5.34`, `R9`, `P3 to P7`. */
const ID_OR_RANGE = /\b(S\d+\.|[RP])(\d+)(?:\s*(?:to|–|-)\s*(S\d+\.|[RP])(\d+))?\b/g;

/**
 * The ids in the name of a test, ranges written out. A range that leaves its section or runs backwards is given back as it is written,
 * so that it is found in no register.
 */
export function requirementIds(name: string): string[] {
  return [...name.matchAll(ID_OR_RANGE)].flatMap(([written, section = "", first, lastSection, last]) => {
    if (lastSection === undefined) return written;
    const count = Number(last) - Number(first) + 1;
    if (lastSection !== section || count < 1) return written;
    return Array.from({ length: count }, (_, n) => idOf(section, Number(first) + n));
  });
}

/** `S2.07`, `S2.107`, `R7`: numbers within a section have two digits at least. */
function idOf(section: string, number: number): string {
  return section + String(number).padStart(section.startsWith("S") ? 2 : 1, "0");
}
