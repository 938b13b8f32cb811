import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { assignCopies, assignCopy, removeCopy, undoCheckOut } from "#server/desk/check-out.ts";
import { openClaim } from "#server/desk/claims/claims.ts";
import { checkInCopy } from "#server/desk/returns.ts";
import { cancelOrder } from "#server/orders/cancel.ts";
import { renewOrder } from "#server/orders/renewals.ts";
import { swapCopies } from "#server/orders/swaps.ts";
import {
  type Answer,
  type CirculationFixture,
  circulationFixture,
  type Person,
} from "#server/test/circulation-fixture.ts";
import { busy, type Library, type Tally } from "./clients.ts";
import { deadlocksIn, type Fault, faults, faultsIn } from "./faults.ts";
import { undoChange, undoClaim, undoReturn } from "./undo-change.ts";
import { dropConstraints, loseNaively, naiveLibrary } from "./naive-library.ts";

const seconds = Number(process.env.CONCURRENCY_SECONDS ?? 8);
const clients = 32;

/** Builds a library with so few copies that everyone orders the same ones. */
async function crowdedLibrary() {
  const fixture = await circulationFixture({ poolSize: clients + 4 });
  const make = async <T>(count: number, one: (index: number) => Promise<T>) => {
    const list: T[] = [];
    for (let index = 0; index < count; index += 1) list.push(await one(index));
    return list;
  };
  return {
    fixture,
    admin: await fixture.newAdmin("clerk"),
    people: await make(clients, (index) => fixture.newBorrower(`client${index}`)),
    steady: await make(4, (index) => fixture.newTitle(`Steady ${index}`, 5)),
    wild: await make(4, (index) => fixture.newTitle(`Wild ${index}`, 4)),
  };
}

/** Returns the real library: orders and the order form through the API, the rest through use cases. */
function realLibrary(fixture: CirculationFixture, admin: Person): Library {
  const hand = () => ({ userId: admin.userId, at: new Date() });
  const { db } = fixture;
  return {
    saveOrder: async (who, cartKey) =>
      settle(await fixture.call(who, `POST Order/SaveOrder/${who.borrowerId}/${cartKey}`)),
    setStatus: async (orderId, statusId) =>
      settle(await fixture.call(admin, "POST Order/UpdateOrder/", { orderId, statusId })),
    checkOut: (line) =>
      assignCopies(db, { orderLineId: line.lineId, itemId: line.itemId, count: line.quantity }, hand()),
    assign: (line, copyId) => assignCopy(db, { orderLineId: line.lineId, copyId }, hand()),
    cancel: (orderId) => cancelOrder(db, { orderId, reason: "Not needed" }, hand()),
    undoChange: (orderId) => undoChange(fixture, orderId, hand()),
    desk: {
      checkIn: (copyId) => checkInCopy(db, copyId, hand()),
      undoCheckIn: (id) => undoReturn(fixture, id, hand()),
      lose: (id) => openClaim(db, { orderInventoryItemId: id, kind: "lost", note: "" }, hand()),
      undoLoss: (id) => undoClaim(fixture, id, hand()),
      swap: (assignmentId, copyId) => swapCopies(db, { assignmentId, copyId }, hand()),
      renew: (orderId) => renewOrder(db, { orderId }, hand(), fixture.configuration, async () => []),
    },
    undo: (line) => undoCheckOut(db, line.lineId, hand()),
    remove: (line, assignmentId) => removeCopy(db, { orderLineId: line.lineId, assignmentId }, hand()),
  };
}

function settle(answer: Answer<unknown>) {
  if (answer.status !== 200) throw new HttpError(answer.status, answer.message);
  if (!answer.isSuccess) throw new Refusal({ kind: "invalid" }, { sentence: answer.message });
}

/** Checks the tables repeatedly while `work` runs, and once more after it. */
async function checkDuring(
  fixture: CirculationFixture,
  steady: readonly { itemId: number }[],
  work: (firstSeen: ReadonlyMap<Fault, number>) => Promise<Tally>,
) {
  const firstSeen = new Map<Fault, number>();
  const start = Date.now();
  let working = true;
  const check = async () => {
    for (const fault of await faultsIn(
      fixture.db,
      steady.map(({ itemId }) => itemId),
    ))
      if (!firstSeen.has(fault)) firstSeen.set(fault, Date.now() - start);
  };
  const watch = async () => {
    while (working) await Promise.all([check(), pause(100)]);
  };
  const watching = watch();
  const tally = await work(firstSeen).finally(() => {
    working = false;
  });
  await watching;
  await check();
  return { firstSeen, tally };
}

/** Acts that must succeed at least once; a slow machine gets more time. */
const acts = [
  "assign",
  "cancel",
  "check in",
  "check out",
  "edit",
  "order",
  "remove",
  "renew",
  "reopen",
  "return",
  "ship",
  "swap",
  "undo",
  "undo a change",
];

it(
  `library keeps every invariant while ${clients} clients do everything at once`,
  { timeout: (seconds + 180) * 1000 },
  async () => {
    const { fixture, admin, people, steady, wild } = await crowdedLibrary();
    const [end, latest] = [Date.now() + seconds * 1000, Date.now() + (seconds + 120) * 1000];
    const goOn = (done: ReadonlyMap<string, number>) =>
      Date.now() < end || (Date.now() < latest && acts.some((act) => !done.has(act)));
    const library = realLibrary(fixture, admin);
    const { firstSeen, tally } = await checkDuring(fixture, steady, () =>
      busy({ db: fixture.db, library, people, steady, wild, goOn }),
    );
    process.stdout.write(`${seconds} s: ${report(tally)}, ${await deadlocksIn(fixture.db)} deadlocks\n`);

    expect(tally.faults).toEqual([]);
    expect([...firstSeen]).toEqual([]);
    for (const act of acts) expect(tally.done.get(act) ?? 0, act).toBeGreaterThan(0);
  },
);

it(
  "checks detect violations: the same clients break every invariant of a library without locks and constraints",
  { timeout: 120_000 },
  async () => {
    const { fixture, admin, people, steady, wild } = await crowdedLibrary();
    const { db } = fixture;
    await dropConstraints(db);
    const end = Date.now() + 60_000;
    const library = naiveLibrary(db);
    const { firstSeen, tally } = await checkDuring(fixture, steady, async (broken) => {
      const goOn = () => Date.now() < end && broken.size < faults.length;
      const lose = async () => {
        while (goOn()) await Promise.all([loseNaively(db, admin.userId), pause(100)]);
      };
      const [done] = await Promise.all([busy({ db, library, people, steady, wild, goOn }), lose()]);
      return done;
    });
    process.stdout.write(`naive: ${report(tally)}; first seen (ms): ${JSON.stringify([...firstSeen])}\n`);
    expect(faults.filter((fault) => !firstSeen.has(fault))).toEqual([]);
  },
);

function report({ done, refused, faults: wrong }: Tally): string {
  const total = [...done.values()].reduce((sum, count) => sum + count, 0);
  return `${total} acts done (${[...done].map(([act, count]) => `${act} ${count}`).join(", ")}), ${refused} refused, ${wrong.length} faults`;
}
