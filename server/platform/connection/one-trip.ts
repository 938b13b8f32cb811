import { CompiledQuery, type Transaction } from "kysely";

/** A statement that is not yet sent, and the row that it gives. */
export type Statement<Row = unknown> = CompiledQuery<Row>;

/** Statements that are sent one behind the other, without waiting: now, or before the transaction's commit. */
export class Trip {
  readonly statements: readonly Statement[];
  readonly waitsForCommit: boolean;

  constructor(statements: readonly Statement[], { waitsForCommit }: { waitsForCommit: boolean }) {
    this.statements = statements;
    this.waitsForCommit = waitsForCommit;
  }
}

type RowsOf<Statements extends readonly Statement[]> = {
  [Place in keyof Statements]: Statements[Place] extends Statement<infer Row> ? Row[] : never;
};

/**
 * Sends statements that need nothing of each other's answers in one trip, and gives the rows of each. They run one after
 * the other, each seeing what was committed before it began; the first that fails is the one that throws.
 */
export async function together<DB, const Statements extends readonly Statement[]>(
  tx: Transaction<DB>,
  ...statements: Statements
): Promise<RowsOf<Statements>> {
  const trip = CompiledQuery.raw("-- together", [new Trip(statements, { waitsForCommit: false })]);
  const [answers] = (await tx.executeQuery<RowsOf<Statements>>(trip)).rows;
  if (!answers) throw new Error("Statements sent together were not answered together.");
  return answers;
}

/** Keeps statements whose answers nobody needs until the transaction commits, and sends them in the same trip. */
export async function withCommit<DB>(tx: Transaction<DB>, ...statements: readonly Statement[]): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw("-- with commit", [new Trip(statements, { waitsForCommit: true })]));
}
