/** An id of the register, or a range of them: `S2.27`, `S5.23 to S5.34`, `R9`, `P3 to P7`. */
const ID_OR_RANGE = /\b(S\d+\.|[RP])(\d+)(?:\s*(?:to|–|-)\s*(S\d+\.|[RP])(\d+))?\b/g;

/**
 * The ids in a list such as `S2.07, S5.23 to S5.26, WCAG 2.2 AA`, ranges expanded. A range that leaves its section or runs backwards is
 * returned as written, so that no register has it.
 */
export function requirementIds(list: string): string[] {
  return [...list.matchAll(ID_OR_RANGE)].flatMap(([written, section = "", first, lastSection, last]) => {
    if (lastSection === undefined) return written;
    const count = Number(last) - Number(first) + 1;
    if (lastSection !== section || count < 1) return written;
    return Array.from({ length: count }, (_, n) => idOf(section, Number(first) + n));
  });
}

/** `S2.07`, `S2.107`, `R7`: numbers within a section have at least two digits. */
function idOf(section: string, number: number): string {
  return section + String(number).padStart(section.startsWith("S") ? 2 : 1, "0");
}
