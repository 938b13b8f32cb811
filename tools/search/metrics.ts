/** How much a title helps with a need: 3 it is what was asked for, 2 it helps, 1 it touches it, 0 it does not. */
export type Judgement = 0 | 1 | 2 | 3;

/**
 * Normalized discounted cumulative gain of the first `depth` places, 0 to 1: a judgement counts 2^j - 1, divided by
 * log2 of its place plus one, and the whole is divided by what the best order of all judgements would have. `shown` are
 * the judgements of the answer in its order. NaN where nothing fits.
 */
export function ndcg(shown: readonly Judgement[], all: readonly Judgement[], depth: number): number {
  return gain(shown, depth) / gain(all.toSorted(descending), depth);
}

const gain = (judgements: readonly Judgement[], depth: number) =>
  sum(judgements.slice(0, depth).map((judgement, place) => (2 ** judgement - 1) / Math.log2(place + 2)));
const descending = (a: number, b: number) => b - a;

/**
 * The share of the titles that help (2 or 3; where there are none, 1) among the first `depth`, 0 to 1. Of more than
 * `depth` such titles, `depth` count as all. NaN where nothing fits.
 */
export function recall(shown: readonly Judgement[], all: readonly Judgement[], depth: number): number {
  const least = Math.min(2, Math.max(...all, 0));
  const helps = (judgement: Judgement) => judgement > 0 && judgement >= least;
  return shown.slice(0, depth).filter(helps).length / Math.min(depth, all.filter(helps).length);
}

/** The mean of the numbers that are not NaN; NaN of none. */
export function mean(numbers: readonly number[]): number {
  const counted = numbers.filter((number) => !Number.isNaN(number));
  return sum(counted) / counted.length;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
