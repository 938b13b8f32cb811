import {
  fillingUp,
  forAdults,
  inAnotherLanguage,
  leastRank,
  longDescriptions,
  type RankPlan,
  rankWeights,
} from "../search/rank-plan.rules.ts";
import { bitsIn } from "./bits.ts";
import type { Columns } from "./columns.ts";
import type { Matcher } from "./matcher.ts";
import { tsRankOf } from "./ts-rank.ts";
import { nodesOf, readTsquery } from "./tsquery.rules.ts";

type Rank = (slot: number) => number;

/** Gives how well titles fit, as `rankOf` in SQL does; they must be asked for in ascending slots. */
export function rankerOf(plan: RankPlan, matcher: Matcher, columns: Columns): Rank {
  const parts = plan.parts.map(({ query, factor, share, needsMatch }) => {
    const read = readTsquery(query);
    const rank = tsRankOf(matcher, read, rankWeights);
    const times = share === 0 ? factor : factor * (nodesOf(read) + 1) * share;
    const matches = needsMatch ? matcher.match(read) : undefined;
    return { rank, times, matches };
  });
  const factors = [prior(columns), language(plan, columns), ...readers(plan, columns)];
  if (plan.strict !== undefined) {
    const all = matcher.match(readTsquery(plan.strict));
    factors.push((slot) => (all.has(slot) ? 1 : fillingUp));
  }
  return (slot) => {
    let sum = 0;
    for (const { rank, times, matches } of parts) if (matches?.has(slot) ?? true) sum += times * rank(slot);
    sum += leastRank;
    for (const factor of factors) sum *= factor(slot);
    return sum;
  };
}

const prior =
  ({ grades, described }: Columns): Rank =>
  (slot) =>
    (grades.get(slot) === forAdults.mask ? forAdults.factor : 1) /
    (1 + longDescriptions.factor * Math.log(1 + described.get(slot) / longDescriptions.bytes));

function language(plan: RankPlan, { languages, languageNames }: Columns): Rank {
  const isOther = (name: string) => (plan.language === "es" ? name !== "es" : name !== "en" && name !== "");
  const factors = languageNames.texts.map((name) => (isOther(name) ? inAnotherLanguage : 1));
  return (slot) => factors[languages.get(slot)] ?? 1;
}

function readers({ readers: wanted }: RankPlan, { grades }: Columns): Rank[] {
  if (!wanted) return [];
  return [
    (slot) => {
      const all = bitsIn(grades.get(slot));
      return all === 0 ? 1 : 1 + wanted.factor * Math.fround(bitsIn(grades.get(slot) & wanted.mask) / all);
    },
  ];
}
