import fc from "fast-check";
import { expect, it } from "vitest";
import { dayAfter } from "#contract/orders/business-days.ts";
import { type Place, planTitle } from "./plan-title.rules.ts";
import { busiest, copiesByDay } from "./room.rules.ts";

const first = "2026-03-02";
const day = (n: number) => dayAfter(first, n);

/** Generates the copies of a title, the first ones on loan, and places that need a copy. */
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

const overlap = (a: Place, b: Place) => a.from < b.to && b.from < a.to;

/** Tries every copy for every place, and returns how many places can have one. */
function maxPlaces(places: readonly Place[], copyIds: readonly number[]): number {
  const assigned = new Map<number, Place[]>();
  const best = (index: number): number => {
    const place = places[index];
    if (!place) return 0;
    let max = place.fixedTo === null ? best(index + 1) : 0;
    for (const copyId of place.fixedTo === null ? copyIds : [place.fixedTo]) {
      const copyPlaces = assigned.get(copyId) ?? [];
      if (copyPlaces.some((other) => overlap(place, other))) continue;
      assigned.set(copyId, [...copyPlaces, place]);
      max = Math.max(max, 1 + best(index + 1));
      assigned.set(copyId, copyPlaces);
    }
    return max;
  };
  return best(0);
}

it("a plan never assigns one copy to two places at once, and keeps copies that are out", () => {
  fc.assert(
    fc.property(titles, ({ places, copyIds }) => {
      const plan = planTitle(places, copyIds);
      expect(plan.size).toBe(places.length);
      const assigned = [...plan].filter(([, copyId]) => copyId !== null);
      for (const [place, copyId] of assigned) {
        const twice = assigned.filter(([other, id]) => place !== other && copyId === id && overlap(place, other));
        expect(twice).toEqual([]);
      }
      expect(assigned.filter(([, copyId]) => copyId === null || !copyIds.includes(copyId))).toEqual([]);
      for (const place of places) if (place.fixedTo !== null) expect(plan.get(place)).toBe(place.fixedTo);
    }),
    { numRuns: 500 },
  );
});

it("a plan assigns every place a copy if no day has more places than copies", () => {
  fc.assert(
    fc.property(titles, ({ places, copyIds }) => {
      const hasRoom = maxPlaces(places, copyIds) === places.length;
      expect(busiest(places, { from: first, to: day(30) }) <= copyIds.length).toBe(hasRoom);
      if (hasRoom) expect([...planTitle(places, copyIds).values()]).not.toContain(null);
    }),
    { numRuns: 500 },
  );
});

it("a plan leaves no place without a copy that is available for all its days", () => {
  fc.assert(
    fc.property(titles, ({ places, copyIds }) => {
      const plan = planTitle(places, copyIds);
      for (const [place, copyId] of plan) {
        if (copyId !== null) continue;
        const taken = new Set([...plan].flatMap(([other, id]) => (overlap(place, other) ? [id] : [])));
        expect(copyIds.every((id) => taken.has(id))).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});

it("a plan leaves the latest order without a copy, and keeps previously planned copies that are available", () => {
  const [early, late] = [aPlace(1, { from: 2, length: 3, orderId: 5 }), aPlace(2, { from: 1, length: 3, orderId: 6 })];
  expect(planTitle([late, early], [1])).toEqual(
    new Map([
      [late, null],
      [early, 1],
    ]),
  );
  const place = aPlace(3, { from: 0, length: 2, planned: 2 });
  expect(planTitle([place], [1, 2, 3]).get(place)).toBe(2);
});

it("availability by day agrees with counting each day by itself", () => {
  fc.assert(
    fc.property(titles, ({ places, copyIds }) => {
      const byDay = Array.from({ length: 20 }, (_, n) => {
        const open = places.filter(({ from, to }) => from <= day(n) && day(n) < to).length;
        return Math.max(0, copyIds.length - open);
      });
      expect(copiesByDay(places, copyIds.length, first, 20)).toEqual(byDay);
      const max = Math.max(...byDay.slice(3, 9).map((available) => copyIds.length - available), 0);
      const capped = Math.min(copyIds.length, busiest(places, { from: day(3), to: day(9) }));
      expect(capped).toBe(max);
    }),
  );
});
