import type { CallName } from "#contract/all.ts";
import type { ActivityEntry, OperatorCommand } from "#contract/admin/activity-log.ts";
import type { Database, Transaction } from "./database.ts";

export type Actor = { userId: number; at: Date };

/** Null for the library itself, in a job. */
export type ActorOrJob = { userId: number | null; at: Date };

/** A borrower's name, with the id that anonymizing finds it by. */
type Mention = { borrowerId: number; name: string };

/** The fields of a record, with names for readers. */
export type Snapshot = Readonly<Record<string, string | number | boolean | null | Mention>>;

/** A change to a record; `before` is null for a new one. */
export type LoggedAction = {
  call: CallName;
  kind: ActivityEntry["kind"];
  subjectId: number | null;
  label: string;
  before: Snapshot | null;
  after: Snapshot;
};

/** Writes an entry of the activity log in the transaction of the change. A save that changes nothing leaves none. */
export async function recordActivity(tx: Transaction, { userId, at }: Actor, action: LoggedAction): Promise<void> {
  await insertEntry(tx, userId, at, action);
}

/** Writes an entry for an operator's command, which has no account. */
export async function recordCommand(
  db: Database,
  at: Date,
  action: Omit<LoggedAction, "call"> & { call: OperatorCommand },
): Promise<void> {
  await insertEntry(db, null, at, action);
}

type Entry = Omit<LoggedAction, "call"> & { call: string };

async function insertEntry(db: Database, userId: number | null, at: Date, action: Entry): Promise<void> {
  const changes = changesBetween(action.before, action.after);
  if (action.before && changes.length === 0) return;
  await db
    .insertInto("activity_log")
    .values({
      at,
      user_id: userId,
      call: action.call,
      kind: action.kind,
      subject_id: action.subjectId,
      subject_label: action.label,
      changes: JSON.stringify(changes),
    })
    .execute();
}

export type LoggedChange = ActivityEntry["changes"][number] & { borrowerId?: number };

export function changesBetween(before: Snapshot | null, after: Snapshot): LoggedChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])];
  return fields
    .map((field) => ({
      field,
      before: textOf(before?.[field]),
      after: textOf(after[field]),
      ...mentionIn(after[field]),
    }))
    .filter((change) => change.before !== change.after);
}

const isMention = (value: Snapshot[string] | undefined): value is Mention =>
  typeof value === "object" && value !== null;

const mentionIn = (value: Snapshot[string] | undefined) => isMention(value) && { borrowerId: value.borrowerId };

const textOf = (value: Snapshot[string] | undefined) =>
  value === undefined || value === null || value === ""
    ? null
    : value === true
      ? "yes"
      : value === false
        ? "no"
        : `${isMention(value) ? value.name : value}`;

/** Returns a user's name for a sentence; "someone else" if the user is deleted or has no name. */
export async function nameOf(db: Database, userId: number | null): Promise<string> {
  if (userId === null) return nameless;
  const row = await db.selectFrom("account_names").select("name").where("user_id", "=", userId).executeTakeFirst();
  return row?.name ?? nameless;
}

const nameless = "someone else";
