import { expect, it } from "vitest";
import { HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { ItemWithCopies } from "#contract/catalog.ts";
import { type Answer, circulationFixture, type Person, type Title } from "#server/test/circulation-fixture.ts";
import { busy, type Library } from "#server/test/concurrency/clients.ts";
import { deadlocksIn, faultsIn } from "#server/test/concurrency/faults.ts";
import { stockDisagreements } from "#server/modules/stock/stock.queries.ts";

const seconds = Number(process.env.EDITING_SECONDS ?? 10);
const clients = 16;
const editors = 8;

const fixture = await circulationFixture({ poolSize: clients + editors + 4 });
const { db } = fixture;
const admin = await fixture.newAdmin("clerk");

/** Everything through the API: only the answers count. */
const library: Library = {
  saveOrder: async (who, cartKey) =>
    settle(await fixture.call(who, `POST Order/SaveOrder/${who.borrowerId}/${cartKey}`)),
  setStatus: (orderId, statusId) => ask("POST Order/UpdateOrder/", { orderId, statusId }),
  checkOut: ({ lineId, itemId, quantity }) =>
    ask(`POST Order/AssignMultipleSKUSToOrderItem/${lineId}/inventoryId/${itemId}/quantity/${quantity}`),
  assign: ({ lineId }, copyId) => ask(`POST Order/AssignSKUToOrderItem/${lineId}/InventoryItem/${copyId}`),
  cancel: (orderId) => ask(`POST Order/Cancel/${orderId}`, { reason: "Not needed" }),
  undoCancel: (orderId) => ask(`POST Order/UndoCancel/${orderId}`),
  undoStatus: (orderId) => ask(`POST Order/UndoStatus/${orderId}`),
  undo: ({ lineId }) => ask(`POST Order/RemoveAllSKUsFromOrderItem/${lineId}`),
  remove: ({ lineId }, assignmentId) =>
    ask(`POST Order/RemoveSKUFromOrderItem/${lineId}/OrderInventoryItem/${assignmentId}`),
};

async function ask(call: `POST ${string}`, body?: object, who = admin) {
  return settle(await fixture.call<unknown>(who, call, body));
}

function settle<Data>(answer: Answer<Data>): Answer<Data> {
  if (answer.status !== 200) throw new HttpError(answer.status, answer.message);
  if (!answer.isSuccess) throw new Refusal({ kind: "invalid" }, { sentence: answer.message });
  return answer;
}

const random = (below: number) => Math.floor(Math.random() * below);
function pick<T>(list: readonly T[]): T {
  const one = list[random(list.length)];
  if (one === undefined) throw new Error("Nothing to pick from.");
  return one;
}

const inactiveCopiesThatAreOut = () =>
  db
    .selectFrom("copies")
    .innerJoin("circulation_copies", "circulation_copies.copy_id", "copies.copy_id")
    .select("copies.copy_id")
    .where("is_inactive", "=", true)
    .where("order_id", "is not", null)
    .execute();

const acts = ["describe", "rename", "set copies", "add copies"];

/** One Admin action on a title. Copies of `steady` titles are never taken from borrowers who were promised one. */
async function edit(title: Title, isSteady: boolean, who: Person): Promise<string> {
  const { data } = await fixture.call<ItemWithCopies>(who, `GET Inventory/Get/${title.itemId}`);
  const { inventoryItems: copies, version, ...fields } = data;
  const form = { ...fields, tags: `tag ${random(50)}`, ...(random(2) === 0 && { version }) };
  const save = (body: object) => ask(`POST Inventory/UpdateInventory/${title.itemId}`, body, who);
  const ways: Record<string, () => Promise<unknown>> = {
    describe: () => save({ ...form, description: `Words ${random(1000)}` }),
    rename: () => save({ ...form, referenceNumber: `R${random(100_000)}` }),
    "set copies": () =>
      save({
        ...form,
        inventoryItems: copies
          .toSorted(() => random(3) - 1)
          .slice(0, 1 + random(4))
          .map(({ inventoryItemId }) => ({ inventoryItemId, isInactive: random(2) === 0, inactiveReason: "repair" })),
      }),
    "add copies": () => (copies.length > 25 ? save(form) : ask("POST Inventory/AddReferenceNumber", form, who)),
  };
  const name = pick(acts.filter((act) => !isSteady || act !== "set copies"));
  await ways[name]?.();
  return name;
}

it(
  "editing titles and copies during orders, check-outs, and returns breaks no invariant and no call",
  { timeout: (seconds + 60) * 1000 },
  async () => {
    const make = async <T>(count: number, one: (index: number) => Promise<T>) => {
      const made: T[] = [];
      for (let index = 0; index < count; index += 1) made.push(await one(index));
      return made;
    };
    const people = await make(clients, (index) => fixture.newBorrower(`client${index}`));
    const admins = await make(editors, (index) => fixture.newAdmin(`editor${index}`));
    const steady = await make(3, (index) => fixture.newTitle(`Steady ${index}`, 5));
    const wild = await make(3, (index) => fixture.newTitle(`Wild ${index}`, 4));
    const end = Date.now() + seconds * 1000;
    const edits = new Map<string, number>();
    // a title is renamed only while all its copies are in, which may take its time
    const isEachDone = () => acts.every((act) => edits.has(act));
    const goOn = () => Date.now() < end || (!isEachDone() && Date.now() < end + 40_000);
    const refusals = new Map<string, number>();
    const broken: unknown[] = [];
    const count = (tally: Map<string, number>, name: string) => tally.set(name, (tally.get(name) ?? 0) + 1);
    const editing = admins.map(async (who, index) => {
      while (goOn()) {
        const isSteady = index % 2 === 0;
        try {
          count(edits, await edit(pick(isSteady ? steady : wild), isSteady, who));
        } catch (error) {
          if (error instanceof Refusal) count(refusals, error.message.replace(/editor\d|#\w+ copy \d+|R\d+/g, "…"));
          else broken.push(error);
        }
      }
    });
    const [tally] = await Promise.all([busy({ db, library, people, steady, wild, goOn }), ...editing]);
    process.stdout.write(
      `${seconds} s: ${JSON.stringify([...edits, ...tally.done])}, ${tally.refused} orders refused, ` +
        `edits refused: ${JSON.stringify([...refusals])}\n`,
    );

    expect(broken).toEqual([]);
    expect(tally.faults).toEqual([]);
    expect(await stockDisagreements(db)).toEqual([]);
    expect([...(await faultsIn(db, []))]).toEqual([]);
    expect(await inactiveCopiesThatAreOut()).toEqual([]);
    // the database would break a deadlock and rerun the transaction: the calls would not show it
    expect(await deadlocksIn(db)).toBe(0);
    for (const act of acts) expect(edits.get(act) ?? 0, act).toBeGreaterThan(0);
    for (const act of ["order", "check out", "return"]) expect(tally.done.get(act) ?? 0, act).toBeGreaterThan(0);
  },
);
