/** The numbered entries of docs/requirements.md. */
export interface Register {
  /** Requirements by id, `S2.27` and so on, in the document's order. Each needs a test. */
  requirements: Map<string, string>;
  /** Readings (`R1`) and the payment provider's rules (`P1`): tests may name them, but need not. */
  optionalIds: Set<string>;
}

/** A row of a table whose first cell is an id. */
const ROW = /^\|\s*(?<id>S\d+\.\d+|[RP]\d+)\s*\|\s*(?<text>.*?)\s*\|/;

/** Reads the register's tables. */
export function readRegister(markdown: string): Register {
  const register: Register = { requirements: new Map(), optionalIds: new Set() };
  for (const line of markdown.split("\n")) {
    const { id, text } = line.match(ROW)?.groups ?? {};
    if (!id || !text) continue;
    if (register.requirements.has(id) || register.optionalIds.has(id))
      throw new Error(`${id} is listed twice in the register`);
    if (id.startsWith("S")) register.requirements.set(id, text);
    else register.optionalIds.add(id);
  }
  return register;
}
