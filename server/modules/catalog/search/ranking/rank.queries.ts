import {
  fillingUp,
  forAdults,
  inAnotherLanguage,
  leastRank,
  longDescriptions,
  ofSubject,
  type RankPlan,
  rankWeights,
} from "./rank-plan.rules.ts";

const weights = `'{${rankWeights.join(", ")}}'`;
/** Not numeric, whose ln is slow. */
const prior = `(case when grade_mask = ${forAdults.mask} then ${forAdults.factor}::float8 else 1 end
  / (1 + ${longDescriptions.factor}::float8 * ln(1 + octet_length(description) / ${longDescriptions.bytes}::float8)))`;

/** How well a title fits, as SQL; its tsqueries follow the parameters. */
export function rankOf({ parts, language, strict, readers, subject }: RankPlan, parameters: unknown[]): string {
  const sum = parts.map(({ query, factor, share, needsMatch }) => {
    const parameter = `$${parameters.push(query)}::tsquery`;
    const times = share === 0 ? factor : `${factor}::float8 * (numnode(${parameter}) + 1) * ${share}`;
    const rank = `${times} * ts_rank(${weights}, search, ${parameter})`;
    return needsMatch ? `case when search @@ ${parameter} then ${rank} else 0 end` : rank;
  });
  const isOther = language === "es" ? "language <> 'es'" : "language not in ('en', '')";
  const factors = [prior, `case when ${isOther} then ${inAnotherLanguage} else 1 end`];
  if (strict !== undefined)
    factors.push(`case when search @@ $${parameters.push(strict)}::tsquery then 1 else ${fillingUp} end`);
  if (readers) factors.push(readersOf(readers));
  if (subject !== undefined) factors.push(`case when subject_id = ${subject} then ${ofSubject} else 1 end`);
  return `(${[...sum, leastRank].join(" + ")}) * ${factors.join(" * ")}`;
}

function readersOf({ mask, factor }: NonNullable<RankPlan["readers"]>): string {
  const bits = (of: string) => `bit_count((${of})::bit(31))`;
  return `(1 + ${factor} * coalesce(${bits(`grade_mask & ${mask}`)}::real / nullif(${bits("grade_mask")}, 0), 0))`;
}
