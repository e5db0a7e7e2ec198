/** Returns the named fields that an object has. */
export const pick = <Row extends object, Name extends keyof Row>(row: Row, names: readonly Name[]): Pick<Row, Name> =>
  Object.fromEntries(names.flatMap((name) => (name in row ? [[name, row[name]]] : []))) as Pick<Row, Name>;
