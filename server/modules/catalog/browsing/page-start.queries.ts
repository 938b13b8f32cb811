import { allGrades } from "#contract/titles/grade-masks.ts";
import type { Database } from "#server/platform/database.ts";
import { rowsOf } from "../catalog.queries.ts";
import { filtersOf, hasChosen, type Search, stockOf } from "./title-filters.queries.ts";

/** A title of the list by title, and how many of those that are wanted come before it. */
type Start = { sortTitle: string; itemId: number; before: number };

/** What is nearer to the beginning of the list is found by walking there. */
const near = 100;

/**
 * The last mark in the list by title that at most `skipped` of the wanted titles come before; undefined where the list is as
 * well read from its beginning, or has to be.
 */
export async function pageStart(db: Database, search: Search, skipped: number): Promise<Start | undefined> {
  const kind = kindOf(search);
  if (skipped < near || kind === undefined) return undefined;
  const { filters, parameters } = filtersOf(search, []);
  const isWanted = [...filters, stockOf(search)].join(" and ");
  const statement = `
    select sort_title as "sortTitle", item_id as "itemId", before::integer as before
    from (
      select sort_title, item_id, place, sum(titles) over (order by place) - titles as before
      from (
        select mark, sum(titles) as titles
        from (
          select mark, titles from title_mark_counts
          where kind = '${kind.name}' and code in (${kind.codes.join(", ")}) and ${stockOf(search)}
          union all
          select mark, titles from (select * from title_changes where ${isWanted}) as noted
          cross join lateral (
            select mark from title_marks
            where (title_marks.sort_title, title_marks.item_id) <= (noted.sort_title, noted.item_id)
            order by title_marks.sort_title desc, title_marks.item_id desc limit 1
          ) as before
        ) as counts
        group by mark
      ) as marked join title_marks using (mark)
    ) as placed
    where before <= ${skipped} order by place desc limit 1`;
  return (await rowsOf<Start>(db, statement, parameters))[0];
}

/** Under which kind and codes the wanted titles are counted from mark to mark, if they are. */
function kindOf({ categoryId, subjectId, gradeId, lowAt, chosen }: Search) {
  const grade = gradeId === allGrades ? 0 : gradeId;
  if (lowAt !== undefined || hasChosen(chosen) || [categoryId, subjectId, grade].filter((code) => code > 0).length > 1)
    return undefined;
  if (categoryId > 0) return { name: "category", codes: [categoryId] };
  if (subjectId > 0) return { name: "subject", codes: [subjectId] };
  if (grade === 0) return { name: "all", codes: [0] };
  return Number.isInteger(Math.log2(grade)) ? { name: "grade", codes: [grade, allGrades] } : undefined;
}
