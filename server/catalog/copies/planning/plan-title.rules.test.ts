import fc from "fast-check";
import { expect, it } from "vitest";
import { dayAfter } from "#contract/orders/business-days.ts";
import { type Place, planTitle } from "./plan-title.rules.ts";
import { busiest, freeOnDays } from "./room.rules.ts";

const first = "2026-03-02";
const day = (n: number) => dayAfter(first, n);

/** Some copies of a title, of which the first ones are out, and places that wait. */
const titles = fc
  .record({
    copies: fc.integer({ min: 0, max: 4 }),
    out: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 4 }),
    waiting: fc.array(
      fc.record({
        from: fc.integer({ min: 0, max: 12 }),
        length: fc.integer({ min: 1, max: 6 }),
        orderId: fc.integer({ min: 1, max: 9 }),
        planned: fc.option(fc.integer({ min: 1, max: 5 })),
      }),
      { maxLength: 6 },
    ),
  })
  .map(({ copies, out, waiting }) => ({
    copyIds: Array.from({ length: copies }, (_, n) => n + 1),
    places: [
      ...out.slice(0, copies).map((until, n) => aPlace(n, { from: 0, length: until, fixedTo: n + 1 })),
      ...waiting.map((request, n) => aPlace(10 + n, request)),
    ],
  }));

function aPlace(
  orderLineId: number,
  request: { from: number; length: number; orderId?: number; fixedTo?: number; planned?: number | null },
): Place {
  const { from, length, orderId = orderLineId, fixedTo = null, planned = null } = request;
  return { orderLineId, slot: 1, orderId, from: day(from), to: day(from + length), fixedTo, planned };
}

const overlap = (one: Place, other: Place) => one.from < other.to && other.from < one.to;

/** Tries every copy for every place: the most places that can have one. */
function maxPlaces(places: readonly Place[], copyIds: readonly number[]): number {
  const given = new Map<number, Place[]>();
  const best = (index: number): number => {
    const at = places[index];
    if (!at) return 0;
    let most = at.fixedTo === null ? best(index + 1) : 0;
    for (const copyId of at.fixedTo === null ? copyIds : [at.fixedTo]) {
      const its = given.get(copyId) ?? [];
      if (its.some((other) => overlap(at, other))) continue;
      given.set(copyId, [...its, at]);
      most = Math.max(most, 1 + best(index + 1));
      given.set(copyId, its);
    }
    return most;
  };
  return best(0);
}

it("never gives one copy to two places at once, and leaves copies that are out where they are", () => {
  fc.assert(
    fc.property(titles, ({ places, copyIds }) => {
      const plan = planTitle(places, copyIds);
      expect(plan.size).toBe(places.length);
      const given = [...plan].filter(([, copyId]) => copyId !== null);
      for (const [place, copyId] of given) {
        const twice = given.filter(([other, its]) => place !== other && copyId === its && overlap(place, other));
        expect(twice).toEqual([]);
      }
      expect(given.filter(([, copyId]) => copyId === null || !copyIds.includes(copyId))).toEqual([]);
      for (const place of places) if (place.fixedTo !== null) expect(plan.get(place)).toBe(place.fixedTo);
    }),
    { numRuns: 500 },
  );
});

it("finds a plan for all places whenever there is one, which is when no day has more places than copies", () => {
  fc.assert(
    fc.property(titles, ({ places, copyIds }) => {
      const hasRoom = maxPlaces(places, copyIds) === places.length;
      expect(busiest(places, { from: first, to: day(30) }) <= copyIds.length).toBe(hasRoom);
      if (hasRoom) expect([...planTitle(places, copyIds).values()]).not.toContain(null);
    }),
    { numRuns: 500 },
  );
});

it("leaves nobody without a copy that is free for all their days", () => {
  fc.assert(
    fc.property(titles, ({ places, copyIds }) => {
      const plan = planTitle(places, copyIds);
      for (const [place, copyId] of plan) {
        if (copyId !== null) continue;
        const taken = new Set([...plan].flatMap(([other, its]) => (overlap(place, other) ? [its] : [])));
        expect(copyIds.every((id) => taken.has(id))).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

it("lets who ordered last go without, and keeps the copies of before where they are free", () => {
  const [early, late] = [aPlace(1, { from: 2, length: 3, orderId: 5 }), aPlace(2, { from: 1, length: 3, orderId: 6 })];
  expect(planTitle([late, early], [1])).toEqual(
    new Map([
      [late, null],
      [early, 1],
    ]),
  );
  const kept = aPlace(3, { from: 0, length: 2, planned: 2 });
  expect(planTitle([kept], [1, 2, 3]).get(kept)).toBe(2);
});

it("counts what is free on each day as one that looks at each day would", () => {
  fc.assert(
    fc.property(titles, ({ places, copyIds }) => {
      const byDay = Array.from({ length: 20 }, (_, n) => {
        const open = places.filter(({ from, to }) => from <= day(n) && day(n) < to).length;
        return Math.max(0, copyIds.length - open);
      });
      expect(freeOnDays(places, copyIds.length, first, 20)).toEqual(byDay);
      const most = Math.max(...byDay.slice(3, 9).map((free) => copyIds.length - free), 0);
      const capped = Math.min(copyIds.length, busiest(places, { from: day(3), to: day(9) }));
      expect(capped).toBe(most);
    }),
  );
});
