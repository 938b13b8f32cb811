import {
  fillingUp,
  inAnotherLanguage,
  leastRank,
  ofSubject,
  type RankPlan,
  rankWeights,
} from "../search/ranking/rank-plan.rules.ts";
import type { Columns } from "./columns.ts";
import type { Matcher } from "./matcher.ts";
import { memberOf, type Slots } from "./slots.ts";
import { tsRankOf } from "./ts-rank.ts";
import { nodesOf, readTsquery } from "./tsquery.rules.ts";

type Rank = (slot: number) => number;

/** Gives how well these titles fit, as `rankOf` in SQL does. They are asked for in ascending slots. */
export function rankerOf(plan: RankPlan, matcher: Matcher, columns: Columns, slots: Slots): Rank {
  const asked = slots.length;
  const parts = plan.parts.map(({ query, factor, share, needsMatch }) => {
    const read = readTsquery(query);
    const rank = tsRankOf(matcher, read, rankWeights, asked);
    const times = share === 0 ? factor : factor * (nodesOf(read) + 1) * share;
    return { rank, times, isOne: needsMatch ? memberOf(matcher.match(read, slots), asked) : undefined };
  });
  const { priors } = columns;
  const factors = [language(plan, columns), ...readers(plan, columns)];
  const { subject } = plan;
  if (subject !== undefined) factors.push((slot) => (columns.subjects.get(slot) === subject ? ofSubject : 1));
  if (plan.strict !== undefined) {
    const hasAll = memberOf(matcher.match(readTsquery(plan.strict), slots), asked);
    factors.push((slot) => (hasAll(slot) ? 1 : fillingUp));
  }
  return (slot) => {
    let sum = 0;
    for (const { rank, times, isOne } of parts) if (isOne?.(slot) ?? true) sum += times * rank(slot);
    sum = (sum + leastRank) * priors.get(slot);
    for (const factor of factors) sum *= factor(slot);
    return sum;
  };
}

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
      return all === 0 ? 1 : 1 + wanted.factor * (bitsIn(grades.get(slot) & wanted.mask) / all);
    },
  ];
}

/** How many bits of a number of 32 are set. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
