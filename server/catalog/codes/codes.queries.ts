import type { Category, Grade, Subject } from "#contract/catalog/catalog.ts";
import type { Database } from "#server/platform/database.ts";

/** Details of a subject or grade that the API doesn't return; a hidden one is no longer offered. */
type Details = { nameInSpanish: string; alsoCalled: string; isHidden: boolean };

/** The code tables in order, including hidden codes. */
export type Codes = {
  categories: readonly Category[];
  subjects: readonly (Subject & Details)[];
  grades: readonly (Grade & Details)[];
  statuses: readonly { statusId: number; statusName: string }[];
  /** Changes with every save of a list. */
  version: string;
};

const cache = new WeakMap<Database, Promise<Codes>>();

/** Returns this process's cached code tables, which `followCodes` updates. */
export function codesOf(db: Database): Promise<Codes> {
  const codes =
    cache.get(db) ??
    readCodes(db).catch((error: unknown) => {
      cache.delete(db);
      throw error;
    });
  cache.set(db, codes);
  return codes;
}

/** Rereads the code tables if they have changed. */
export async function followCodes(db: Database): Promise<void> {
  if ((await codesOf(db)).version === (await versionOf(db))) return;
  const codes = await readCodes(db);
  cache.set(db, Promise.resolve(codes));
}

async function versionOf(db: Database): Promise<string> {
  const lists = await db.selectFrom("code_lists").select(["list", "version"]).orderBy("list").execute();
  return lists.map(({ version }) => version).join();
}

async function readCodes(db: Database): Promise<Codes> {
  const version = await versionOf(db); // first, so that a save in the meantime causes another read
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
