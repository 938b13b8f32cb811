import { importMessages } from "#contract/wire/messages.ts";
import type { CheckedRow, ImportKind } from "#server/imports/public.ts";
import type { Database } from "#server/platform/database.ts";
import type { RowFault } from "#server/platform/tables/columns.rules.ts";
import type { TableRow } from "#server/platform/tables/table.rules.ts";
import { type Meanings, type UnmatchedWord, wordKey } from "#server/platform/tables/words.rules.ts";
import * as rules from "./borrower-row.rules.ts";
import {
  borrowersLike,
  type KnownBorrower,
  type ListedSchool,
  schoolsNamed,
  schoolsOfWords,
} from "./borrower-rows.queries.ts";

type Check = { db: Database; layout: rules.BorrowerLayout; meanings: Meanings; seen: Map<string, number> };

export const openBorrowerCheck: ImportKind["openCheck"] = async (db, _file, { layout, meanings }) => {
  const check: Check = { db, layout: rules.borrowerLayout(layout), meanings, seen: new Map() };
  return { check: (rows) => checkRows(check, rows) };
};

type Row = { row: number; input: rules.BorrowerInput; faults: RowFault[] };

async function checkRows(check: Check, batch: readonly TableRow[]): Promise<CheckedRow[]> {
  const rows: Row[] = batch.map((row) => {
    const faults: RowFault[] = [...row.faults];
    return { row: row.row, input: rules.readBorrower(row, check.layout, faults), faults };
  });
  const schools = await schoolsOf(check, rows);
  const known = await borrowersLike(
    check.db,
    rows.map(({ input }) => input),
  );
  return rows.map((row, place) => outcomeOf(check, row, { ...schools[place], known }));
}

type School = { school?: ListedSchool; words?: UnmatchedWord[] };

/** Finds each row's school: the one its names refer to, or the one that staff matched to its word. */
async function schoolsOf({ db, meanings }: Check, rows: readonly Row[]): Promise<School[]> {
  const named = await schoolsNamed(
    db,
    rows.map(({ input }) => input),
  );
  const meaningOf = ({ input }: Row) => meanings.get(wordKey("school", rules.schoolWord(input)));
  const values = rows.flatMap((row) => meaningOf(row) || []);
  const matched = await schoolsOfWords(db, [...new Set(values)]);
  return rows.map((row, place) => {
    const school = named.get(place);
    if (school) return { school };
    if (row.input.schoolName === "") return {};
    const meaning = meaningOf(row);
    const meant = meaning === undefined ? undefined : matched.get(meaning);
    const words: UnmatchedWord[] = [{ field: "school", word: rules.schoolWord(row.input), value: meaning ?? null }];
    return meant ? { school: meant, words } : { words };
  });
}

type Found = School & { known: readonly KnownBorrower[] };

function outcomeOf(
  { layout, seen }: Check,
  { row, input, faults }: Row,
  { school, words = [], known }: Found,
): CheckedRow {
  const faulty = (): CheckedRow => ({ row, outcome: "fault", key: null, draft: null, faults, words });
  // an unreadable row has nothing to check
  if (faults.some(({ column }) => column === "")) return faulty();
  const draft = school ? withSchool(input, school) : input;
  rules.checkBorrower(draft, { layout, isInDirectory: school !== undefined }, faults);
  const email = draft.emailAddress.toLowerCase();
  const before = seen.get(email);
  if (before !== undefined && email !== "")
    faults.push({ column: rules.columnOf(layout, "emailAddress"), message: importMessages.emailTwice(before) });
  else seen.set(email, row);
  if (faults.length > 0) return faulty();
  const sameEmail = known.find((each) => each.email === email);
  if (sameEmail) return { row, outcome: "skip", key: email, draft, faults: [], words, likeId: sameEmail.borrowerId };
  const [name, schoolName] = [draft.borrowerName.toLowerCase(), draft.schoolName.toLowerCase()];
  const sameName = known.find((each) => each.name === name && each.school === schoolName);
  const likeId = sameName && { likeId: sameName.borrowerId };
  return { row, outcome: "add", key: email, draft, faults: [], words, ...likeId };
}

/** Names the school as the directory does, and fills in a city, state, and ZIP that the file leaves out. */
function withSchool(input: rules.BorrowerInput, school: ListedSchool): rules.BorrowerInput {
  const { street, city, state, zip } = input.address;
  const hasPlace = city !== "" || zip !== "";
  const address = hasPlace
    ? { street, city, state: state || school.state, zip }
    : { street, city: school.city, state: state || school.state, zip: school.zip };
  return { ...input, schoolName: school.school, schoolDistrict: school.district, address };
}
