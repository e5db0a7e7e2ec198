/** A statement that the app sent to a database during a test file. */
export interface RecordedStatement {
  /** File name without folders. */
  file: string;
  statement: string;
}

/** Begin, commit and rollback differ between the databases' drivers. */
const TRANSACTION_CONTROL = /^(begin|commit|rollback|savepoint|release)\b/i;

const VALUE = String.raw`(?:\?(?:::\w+)?|default|\(select id from "\w+"\))`;
const LIST = String.raw`\(${VALUE}(?:, ?${VALUE})*\)`;
const ROWS = new RegExp(`(${LIST})(?:, ?${LIST})+`, "g");
const PARAMETERS = /\(\?(?:, ?\?)*\)/g;

/** The same for statements that differ only in white space, or in the length of a list of parameters or rows. */
const shapeOf = (statement: string): string =>
  statement.replace(/\s+/g, " ").trim().replace(/\$\d+/g, "?").replace(ROWS, "$1").replace(PARAMETERS, "(?)");

/**
 * Finds the statements of test files that run on PostgreSQL only, which no other file sends to the embedded database.
 * @returns one of each shape
 */
export function missingOnEmbedded(
  onPostgresql: readonly RecordedStatement[],
  onEmbedded: readonly RecordedStatement[],
): RecordedStatement[] {
  const files = new Set(onEmbedded.map(({ file }) => file));
  const found = new Set(onEmbedded.map(({ statement }) => shapeOf(statement)));
  return onPostgresql.filter(({ file, statement }) => {
    const shape = shapeOf(statement);
    if (files.has(file) || TRANSACTION_CONTROL.test(shape) || found.has(shape)) return false;
    found.add(shape);
    return true;
  });
}
