import { describe, expect, it } from "vitest";
import { ndcg, recall } from "./judged-set.ts";

describe("nDCG", () => {
  it("is 1 for the best order and 0 for results that don't fit", () => {
    expect(ndcg([3, 2, 1, 0], [1, 3, 2], 10)).toBe(1);
    expect(ndcg([0, 0], [3], 10)).toBe(0);
    expect(ndcg([], [3], 10)).toBe(0);
  });

  it("has the values computed by hand", () => {
    // 3 at the second place: 7 / log2(3) = 4.41651, of 7 at the first
    expect(ndcg([0, 3], [3], 10)).toBeCloseTo(0.63093, 5);
    // (3 + 7 / log2(3) + 1 / 2) / (7 + 3 / log2(3) + 1 / 2) = 7.91651 / 9.39279
    expect(ndcg([2, 3, 1], [3, 2, 1], 10)).toBeCloseTo(0.84283, 5);
    // one of two titles of 1, at the third place: (1 / 2) / (1 + 1 / log2(3)) = 0.5 / 1.63093
    expect(ndcg([0, 0, 1], [1, 1], 10)).toBeCloseTo(0.30657, 5);
  });

  it("looks no deeper than its depth, in the results and in the best order", () => {
    expect(ndcg([0, 3], [3], 1)).toBe(0);
    expect(ndcg([3], [3, 3, 3], 1)).toBe(1);
  });
});

describe("recall", () => {
  it("is the share of the titles that help, not of those that are only related", () => {
    expect(recall([1, 3, 0], [3, 2, 1], 50)).toBe(0.5);
  });

  it("counts related titles if nothing helps more", () => {
    expect(recall([0, 1], [1, 1, 1, 1], 50)).toBe(0.25);
  });

  it("can be 1 even if more titles help than its depth", () => {
    expect(recall([3, 3, 3], [3, 3, 3, 2], 2)).toBe(1);
  });
});
