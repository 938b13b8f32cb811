import { type Chosen, type FacetKind, facetKinds, facetSizes, valueSeparator } from "#contract/catalog/facets.ts";
import type { Database } from "#server/platform/database.ts";
import { rowsOf } from "../titles/catalog.queries.ts";
import type { Terms } from "../search/meaning.rules.ts";
import {
  conditionsOf,
  facetColumns,
  facetConditions,
  isForGrades,
  listedOf,
  type Search,
  stockOf,
} from "../search/search.queries.ts";

/** A value with its number of titles; `others` is the number of values of its kind with titles. */
export type CountedValue = { kind: FacetKind; value: string; titles: number; others: number };

/** The facet values of a search. `total` counts its titles; `listed` ignores chosen values and stock. */
export type CountedFacets = { total: number; listed: number; values: CountedValue[] };

/** The limits of the values to return; chosen values are always included. */
export type Offered = { maxValues: number; grades: readonly number[]; hiddenSubjects: readonly number[] };

// formats, subjects, grades, and languages have few combinations, so those are counted before the single values
const combined = "category_id, subject_id, grade_mask, language";
const all = `${combined}, published_year, publisher`;
const isCombined = (column: string) => combined.includes(column);
const bitOf = (kind: (typeof facetKinds)[number]) => 2 ** facetKinds.indexOf(kind);

/** Selects the groups with this column's values; it is null in the others. */
const groupsOf = (column: string) =>
  isCombined(column)
    ? "of_years = 1 and of_publishers = 1"
    : column === "publisher"
      ? "of_publishers = 0"
      : "of_years = 0";

/**
 * Counts facet values in one pass over the titles of a search. A title that misses the chosen values of one kind
 * counts only for that kind, because choosing its value there would show it; one that misses two kinds doesn't count.
 */
export async function countValues(
  db: Database,
  search: Search & { chosen: Chosen },
  terms: Terms | undefined,
  { maxValues, grades, hiddenSubjects }: Offered,
): Promise<CountedFacets> {
  const { conditions, parameters } = conditionsOf(search, terms);
  const kindConditions = facetConditions(search.chosen, parameters);
  const missed = facetKinds.flatMap((kind) =>
    kindConditions[kind] === undefined ? [] : [`case when ${kindConditions[kind]} then 0 else ${bitOf(kind)} end`],
  );
  const valuesOf = ({ kind, column }: (typeof facetColumns)[number]) => `
      select '${kind}' as kind, ${column}::text as value, sum(titles) as titles from groups
      where ${groupsOf(column)} and missed in (0, ${bitOf(kind)}) and ${column}::text <> '' group by ${column}`;
  const chosenPublishers = `$${parameters.push(search.chosen.publishers)}::text[]`;
  // by the chosen spelling, or else the most frequent one
  const publishers = (values: string) => `
      select kind, coalesce(
        (select name from unnest(${chosenPublishers}) as name where publisher_key(name) = key limit 1),
        (array_agg(value order by titles desc, value))[1]), sum(titles)
      from (select *, publisher_key(value) as key from (${values}) as spelled) as keyed
      where position('${valueSeparator}' in value) = 0 group by kind, key`;
  const counted = facetColumns.map((each) =>
    each.kind === "publishers" ? publishers(valuesOf(each)) : valuesOf(each),
  );
  const hidden = hiddenSubjects.map((subjectId) => `subjects ${subjectId}`);
  const named = facetKinds.flatMap((kind) => search.chosen[kind].map((value) => `${kind} ${value}`));
  const statement = `
    with hits as (
      select ${all}, ${stockOf(search)} as is_wanted, ${missed.join(" + ") || "0"} as missed
      from items where ${conditions} and ${listedOf(search)}
    ), groups as materialized (
      select ${all}, missed, grouping(published_year) as of_years, grouping(publisher) as of_publishers,
        count(*) filter (where is_wanted) as titles, count(*) as listed
      from hits
      group by grouping sets ((missed, ${combined}), (missed, published_year), (missed, publisher))
    ), counted as (
      ${counted.join(" union all ")}
      union all
      select 'grades', grade::text, sum(titles) from groups, unnest($${parameters.push([...new Set([...grades, ...search.chosen.grades])])}::integer[]) as grade
      where ${groupsOf("grade_mask")} and missed in (0, ${bitOf("grades")}) and (${isForGrades("grade")})
      group by grade
    ), ranked as (
      select kind, value, titles, count(*) over (partition by kind) as others, row_number() over (
        partition by kind order by case kind when 'years' then value end desc, titles desc, value
      ) as place
      from counted where titles > 0 and position('${valueSeparator}' in value) = 0
        and kind || ' ' || value <> all(array(select unnest($${parameters.push(hidden)}::text[]) except select unnest($${parameters.push(named)}::text[])))
    )
    select kind, value, titles::integer, others::integer, 0 as listed from ranked
    where place <= case when kind in ('formats', 'grades') then ${facetSizes.max} else ${maxValues} end
      or kind || ' ' || value = any($${parameters.length}::text[])
    union all
    select null, null, coalesce(sum(titles) filter (where missed = 0), 0)::integer, 0, coalesce(sum(listed), 0)::integer
    from groups where ${groupsOf("category_id")}`;
  type Row = CountedValue & { listed: number };
  const rows = await rowsOf<Row | { kind: null; titles: number; listed: number }>(db, statement, parameters);
  const facets: CountedFacets = { total: 0, listed: 0, values: [] };
  for (const row of rows) {
    if (row.kind === null) Object.assign(facets, { total: row.titles, listed: row.listed });
    else facets.values.push(row);
  }
  return facets;
}
