import { type Matcher, weightOf, whereIn } from "./matcher.ts";
import { type Tsquery, wordsOfTsquery } from "./tsquery.rules.ts";

// Source: src/backend/utils/adt/tsrank.c of PostgreSQL 18, calc_rank_or and calc_rank_and, in its floats of 4 bytes.
const { fround } = Math;

/** Of descriptions and unplaced names, author and publisher, tags, and title: D, C, B, and A. */
export type Weights = readonly [number, number, number, number];

/** Gives how well titles match a tsquery, as ts_rank() does, for about so many that are asked for in ascending slots. */
export function tsRankOf(matcher: Matcher, query: Tsquery, given: Weights, asked: number): (slot: number) => number {
  const weights = given.map((weight) => fround(weight));
  const words = wordsOfTsquery(query);
  const isAnd = (query.kind === "and" || query.kind === "phrase") && words.length > 1;
  const cursors = words.map((word) => matcher.postingsOf(word).map((postings) => whereIn(postings, asked)));
  if (isAnd)
    return (slot) =>
      rankOfAll(
        cursors.map((some) => some.flatMap((find) => placesOf(matcher, find(slot)))),
        weights,
      );
  const ranks = ranksOfPlaces(weights);
  return (slot) => {
    let rank = 0;
    for (const some of cursors)
      for (const find of some) {
        const where = find(slot);
        if (where !== undefined) rank = fround(rank + ranks(matcher, where) / sixthOfPiSquared);
      }
    return fround(rank / words.length);
  };
}

/** What "the sum of 1/n² for all n" is, as PostgreSQL has it. */
const sixthOfPiSquared = 1.64493406685;

/** What a word's places in a title count together: the heaviest whole, the others the less the later they are. */
function ranksOfPlaces(weights: readonly number[]) {
  const weight = (placed: number) => weights[weightOf(placed)] ?? 0;
  return ({ lists }: Matcher, where: number): number => {
    const count = lists.placesAt(where);
    if (count < 2) return weight(count === 0 ? 0 : lists.placeAt(where, 0));
    let [sum, heaviest, place] = [0, -1, 0];
    for (let at = 0; at < count; at += 1) {
      const one = weight(lists.placeAt(where, at));
      sum = fround(sum + fround(one / ((at + 1) * (at + 1))));
      if (one > heaviest) [heaviest, place] = [one, at];
    }
    return fround(fround(heaviest + sum) - fround(heaviest / ((place + 1) * (place + 1))));
  };
}

const [mostPlaces, unplaced] = [16_384, 16_383];

type Places = { isUnplaced: boolean; places: readonly number[] };

function placesOf({ lists }: Matcher, where: number | undefined): Places[] {
  if (where === undefined) return [];
  const count = lists.placesAt(where);
  if (count === 0) return [{ isUnplaced: true, places: [unplaced] }];
  return [{ isUnplaced: false, places: Array.from({ length: count }, (_, at) => lists.placeAt(where, at)) }];
}

/**
 * The nearer two words are, the more they count. Of words that begin alike each counts with the words before it, the last one with
 * those after it.
 */
function rankOfAll(words: readonly (readonly Places[])[], weights: readonly number[]): number {
  let rank = -1;
  for (const [at, some] of words.entries())
    for (const one of some)
      for (const others of words.slice(0, at)) rank = rankBeside(rank, one, others.at(-1), weights);
  return rank < 0 ? fround(1e-20) : rank;
}

function rankBeside(before: number, one: Places, other: Places | undefined, weights: readonly number[]): number {
  let rank = before;
  for (const place of one.places)
    for (const another of other?.places ?? []) {
      const apart = Math.abs((place & 0x3fff) - (another & 0x3fff));
      if (apart === 0 && !one.isUnplaced && !other?.isUnplaced) continue;
      const weight = fround((weights[weightOf(place)] ?? 0) * (weights[weightOf(another)] ?? 0));
      const near = fround(Math.sqrt(fround(weight * nearness(apart === 0 ? mostPlaces : apart))));
      rank = rank < 0 ? near : fround(1 - (1 - rank) * (1 - near));
    }
  return rank;
}

const nearness = (apart: number) => fround(apart > 100 ? 1e-30 : 1 / (1.005 + 0.05 * Math.exp(apart / 1.5 - 2)));
