import { groupBy } from "#server/group-by.ts";
import type { Database } from "#server/platform/database.ts";
import { borrowersNamed, copiesByLabel, copyDaysOfBorrowers, type FoundBorrower } from "./imported-loans.queries.ts";
import {
  copyDaysOfLoan,
  type CopyNow,
  type Days,
  isSameLoan,
  type LoanDraft,
  type LoanRow,
  objectionToLoan,
  type ReadLoan,
  readLoan,
  type Remark,
  says,
} from "./loan-row.rules.ts";

/** What the check keeps from row to row. */
export type LoanCheck = Days & {
  maxCopyDays: number;
  /** The row of each copy. */
  rowOf: Map<number, number>;
  /** By borrower, with the loans of the rows so far. */
  copyDays: Map<number, number>;
  /** Borrowers whose limit has a note. */
  beyondLimit: Set<number>;
};

export const beginCheck = (settings: Days & { maxCopyDays: number }): LoanCheck => ({
  ...settings,
  rowOf: new Map(),
  copyDays: new Map(),
  beyondLimit: new Set(),
});

/** `same`: the loan was already imported. Remarks are errors, or notes on a loan that can be saved. */
export type CheckedLoan = {
  row: number;
  outcome: "add" | "same" | "fault";
  draft: LoanDraft | null;
  remarks: Remark[];
};

/** Checks the next rows of a list. Pass them in batches, because each call queries the database three times. */
export async function checkLoans(db: Database, check: LoanCheck, rows: readonly LoanRow[]): Promise<CheckedLoan[]> {
  const inputs = rows.map(({ row, cells }) => {
    const errors: Remark[] = [];
    return { row, cells, errors, loan: readLoan(cells, check, errors) };
  });
  const labels = inputs.map(({ loan }) => loan.label);
  const copies = groupBy(await copiesByLabel(db, labels), ({ place }) => place);
  const borrowers = await borrowersOf(db, rows);
  const drafts = inputs.map(({ row, cells, errors, loan }, place) => {
    const copy = copyOf(loan, copies.get(place) ?? [], errors);
    const borrower = borrowerOf(cells, borrowers.get(personIn(cells)) ?? [], errors);
    const { due, shipped, tracking } = loan;
    const draft = copy &&
      borrower && {
        copyId: copy.copy_id,
        itemId: copy.item_id,
        borrowerId: borrower.borrower_id,
        due,
        shipped,
        tracking,
      };
    return { row, cells, draft, errors, copy, name: borrower?.name ?? "" };
  });
  await addCopyDays(
    db,
    check,
    drafts.flatMap(({ draft }) => draft?.borrowerId ?? []),
  );
  return drafts.map(({ row, cells, draft, errors, copy, name }) => {
    if (copy) refuseRepeat(check, copy, row, errors);
    if (!draft || !copy || errors.length > 0) return { row, outcome: "fault", draft: null, remarks: errors };
    if (isSameLoan(copy, draft)) return { row, outcome: "same", draft: null, remarks: [] };
    const message = objectionToLoan(copy);
    if (message) return { row, outcome: "fault", draft: null, remarks: [{ field: "label", message }] };
    return { row, outcome: "add", draft, remarks: limitNote(check, { cells, draft, name }) };
  });
}

function copyOf({ label }: ReadLoan, found: readonly CopyNow[], errors: Remark[]): CopyNow | undefined {
  const [copy, other] = found;
  if (label !== "" && !copy) errors.push({ field: "label", message: says.noSuchCopy(label) });
  if (other) errors.push({ field: "label", message: says.whichCopy(label) });
  return other ? undefined : copy;
}

const personIn = ({ email, name, school }: LoanRow["cells"]) => JSON.stringify(email ? { email } : { name, school });

async function borrowersOf(db: Database, rows: readonly LoanRow[]): Promise<Map<string, FoundBorrower[]>> {
  const people = new Map(rows.map(({ cells }) => [personIn(cells), { ...cells, otherName: nameInOrder(cells.name) }]));
  const found = groupBy(await borrowersNamed(db, [...people.values()]), ({ place }) => place);
  return new Map([...people.keys()].map((person, place) => [person, found.get(place) ?? []]));
}

/** Returns the one borrower that a row can mean. */
function borrowerOf(
  { email, name, school }: LoanRow["cells"],
  found: readonly FoundBorrower[],
  errors: Remark[],
): FoundBorrower | undefined {
  const say = (field: "email" | "name" | "school", message: string) => void errors.push({ field, message });
  if (email === "" && name === "") return say("email", says.borrowerMissing);
  if (email === "" && school === "") return say("school", says.schoolMissing);
  const [first, second] = found;
  if (!first) return email ? say("email", says.noSuchEmail(email)) : say("name", says.noSuchName(name, school));
  if (!second) return first;
  if (email === "") return say("name", says.sharedName(name, school));
  const names = [name, nameInOrder(name)].map((each) => each.toLowerCase());
  const [named, another] = found.filter((each) => names.includes(each.name.toLowerCase()));
  return named && !another ? named : say("email", says.sharedEmail(email));
}

/** Turns "Rivera, Ana" into "Ana Rivera". */
const nameInOrder = (name: string) => name.replace(/^([^,]+), *([^,]+)$/, "$2 $1");

function refuseRepeat({ rowOf }: LoanCheck, { copy_id: copyId, copy }: CopyNow, row: number, errors: Remark[]): void {
  const before = rowOf.get(copyId);
  if (before !== undefined) errors.push({ field: "label", message: says.copyTwice(copy, before) });
  else rowOf.set(copyId, row);
}

async function addCopyDays(db: Database, { copyDays, loanDays }: LoanCheck, borrowerIds: readonly number[]) {
  const newIds = [...new Set(borrowerIds)].filter((id) => !copyDays.has(id));
  const stored = newIds.length > 0 ? await copyDaysOfBorrowers(db, newIds, loanDays) : new Map<number, number>();
  for (const id of newIds) copyDays.set(id, stored.get(id) ?? 0);
}

/** Counts a loan, and returns a note on the borrower's first one over the limit. */
function limitNote({ copyDays, maxCopyDays, beyondLimit }: LoanCheck, { cells, draft, name }: Limited): Remark[] {
  const { borrowerId } = draft;
  const total = (copyDays.get(borrowerId) ?? 0) + copyDaysOfLoan(draft);
  copyDays.set(borrowerId, total);
  if (total <= maxCopyDays || beyondLimit.has(borrowerId)) return [];
  beyondLimit.add(borrowerId);
  return [{ field: cells.email === "" ? "name" : "email", message: says.beyondLimit(name, maxCopyDays) }];
}

type Limited = { cells: LoanRow["cells"]; draft: LoanDraft; name: string };
