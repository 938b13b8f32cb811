import type { Category, Grade, Subject } from "#contract/catalog.ts";
import type { Database } from "#server/platform/database.ts";

/** The code tables. Only a migration changes them, so a process reads them once. */
export type Codes = {
  categories: readonly Category[];
  subjects: readonly Subject[];
  grades: readonly Grade[];
  statuses: readonly { statusId: number; statusName: string }[];
};

let known: Promise<Codes> | undefined;

export function codesOf(db: Database): Promise<Codes> {
  known ??= readCodes(db).catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
}

async function readCodes(db: Database): Promise<Codes> {
  const categories = await db
    .selectFrom("categories")
    .select(["category_id as categoryId", "category_name as categoryName"])
    .orderBy("category_id")
    .execute();
  const subjects = await db
    .selectFrom("subjects")
    .select(["subject_id as subjectId", "subject_name as subjectName"])
    .orderBy("subject_id")
    .execute();
  const grades = await db
    .selectFrom("grades")
    .select(["grade_id as gradeId", "grade_name as gradeName"])
    .orderBy("position")
    .execute();
  const statuses = await db
    .selectFrom("statuses")
    .select(["status_id as statusId", "status_name as statusName"])
    .orderBy("status_id")
    .execute();
  return { categories, subjects, grades, statuses };
}
