type IsoDates<Row> = {
  [Field in keyof Row]: Row[Field] extends infer Value ? (Value extends Date ? string : Value) : never;
};

/** Returns a row of the database with its instants as the wire writes them. */
export function isoDates<Row extends object>(row: Row): IsoDates<Row>;
export function isoDates(row: object): unknown {
  const fields = Object.entries(row).map(([name, value]: [string, unknown]): [string, unknown] => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return Object.fromEntries(fields);
}
