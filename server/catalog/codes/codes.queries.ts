import type { Category, Grade, Subject } from "#contract/catalog/catalog.ts";
import type { Database } from "#server/platform/database.ts";

/** What only the library itself reads of a subject or grade; a hidden one is not offered anymore. */
type Kept = { nameInSpanish: string; alsoCalled: string; isHidden: boolean };

/** The code tables in their order, hidden codes included. */
export type Codes = {
  categories: readonly Category[];
  subjects: readonly (Subject & Kept)[];
  grades: readonly (Grade & Kept)[];
  statuses: readonly { statusId: number; statusName: string }[];
  /** Another one after every save of a list. */
  version: string;
};

const known = new WeakMap<Database, Promise<Codes>>();

/** The code tables, as this process knows them: from the first question on, and after `followCodes`. */
export function codesOf(db: Database): Promise<Codes> {
  const codes =
    known.get(db) ??
    readCodes(db).catch((error: unknown) => {
      known.delete(db);
      throw error;
    });
  known.set(db, codes);
  return codes;
}

/** Reads the code tables again where somebody saved one since. */
export async function followCodes(db: Database): Promise<void> {
  if ((await codesOf(db)).version === (await versionOf(db))) return;
  const codes = await readCodes(db);
  known.set(db, Promise.resolve(codes));
}

async function versionOf(db: Database): Promise<string> {
  const lists = await db.selectFrom("code_lists").select(["list", "version"]).orderBy("list").execute();
  return lists.map(({ version }) => version).join();
}

async function readCodes(db: Database): Promise<Codes> {
  const version = await versionOf(db); // first: what is saved in the meantime is read again then
  const categories = await db
    .selectFrom("categories")
    .select(["category_id as categoryId", "category_name as categoryName"])
    .orderBy("category_id")
    .execute();
  const subjects = await db
    .selectFrom("subjects")
    .select(["subject_id as subjectId", "subject_name as subjectName"])
    .select(["name_in_spanish as nameInSpanish", "also_called as alsoCalled", "is_hidden as isHidden"])
    .orderBy("position")
    .execute();
  const grades = await db
    .selectFrom("grades")
    .select(["grade_id as gradeId", "grade_name as gradeName"])
    .select(["name_in_spanish as nameInSpanish", "also_called as alsoCalled", "is_hidden as isHidden"])
    .orderBy("position")
    .execute();
  const statuses = await db
    .selectFrom("statuses")
    .select(["status_id as statusId", "status_name as statusName"])
    .orderBy("status_id")
    .execute();
  return { categories, subjects, grades, statuses, version };
}
