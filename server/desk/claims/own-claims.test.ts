import { afterEach, describe, expect, it } from "vitest";
import { type ClaimKind, type OwnClaim, type StaffClaim } from "#contract/desk/claims.ts";
import type { Caller } from "#contract/orders/callers.ts";
import type { StoredSettings } from "#contract/admin/settings.ts";
import { circulationFixture, type Person } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture();
const [ann, bob, clerk] = [
  await fixture.newBorrower("ann"),
  await fixture.newBorrower("bob"),
  await fixture.newAdmin("clerk"),
];
const desk = fixture.desk(clerk);
const kit = await fixture.newTitle("Kit", 100);
await fixture.setTitle(kit, { replacement_cost: "24.50" });

/** Ships a borrower an order of kits, and returns its loans. */
const loansOf = async (borrower: Person, quantity: number) => (await desk.ship(borrower, [[kit, quantity]])).loans;
const open = async (loan: number | undefined, kind: ClaimKind) =>
  (await desk.openClaim(loan, kind, { note: "Left on a bus" })).data;
const settle = (claimId: number) => desk.settle(claimId, "waived");
const own = (borrower: Person) => fixture.call<OwnClaim[]>(borrower, "GET Claims/GetOwn");
const openOnOrder = async (orderId: number) => (await desk.orderOf(orderId)).openClaims;
const caller = async (name: string) =>
  (await fixture.call<Caller[]>(clerk, `GET Account/FindBorrowers?searchString=${name}`)).data[0];

async function setMaxOpenClaims(maxOpenClaims: number) {
  const { settings, version } = (await fixture.call<StoredSettings>(clerk, "GET Settings/Get")).data;
  return fixture.call(clerk, "POST Settings/Save", { ...settings, maxOpenClaims, version });
}
const order = (borrower: Person) => fixture.reserve(borrower, [[kit, 1]]);

afterEach(async () => {
  const { data } = await fixture.call<StaffClaim[]>(clerk, "GET Claims/GetClaims?state=open&pageSize=100");
  for (const { claimId } of data) await settle(claimId);
  await setMaxOpenClaims(1000);
});

describe("a borrower with claims", () => {
  it("sees their own lost copies until they are settled, without the staff's notes", async () => {
    const [first, second] = await loansOf(ann, 2);
    expect(await own(ann)).toMatchObject({ data: [], openCost: "0.00" });
    const lost = await open(first, "lost");
    await open(second, "claimed returned");
    await open((await loansOf(bob, 1))[0], "lost");
    const { skuNumber, copyNumber, orderId } = lost;
    expect((await own(ann)).data).toEqual([
      {
        claimId: lost.claimId,
        orderId,
        kind: "lost",
        title: "Kit",
        language: "",
        skuNumber,
        copyNumber,
        parts: "",
        cost: "24.50",
      },
    ]);
    expect(await own(ann)).toMatchObject({ openCost: "24.50" });
    await settle(lost.claimId);
    expect((await own(ann)).data).toEqual([]);
  });

  it("may order unless they have more open claims than the library allows", async () => {
    const [first, second, third] = await loansOf(ann, 3);
    const lost = await open(first, "lost");
    expect(await order(ann)).toMatchObject({ isSuccess: true });
    expect(await setMaxOpenClaims(0)).toMatchObject({ isSuccess: true });
    const before = await fixture.stockOf(kit);
    expect(await order(ann)).toMatchObject({
      isSuccess: false,
      reason: { kind: "open-claims", open: 1, max: 0 },
      message: expect.stringMatching(/settle the lost or damaged items/),
    });
    expect(await fixture.stockOf(kit)).toEqual(before); // a refused order requests nothing
    expect(await order(bob)).toMatchObject({ isSuccess: true });
    await setMaxOpenClaims(1);
    await open(second, "claimed returned");
    expect(await order(ann)).toMatchObject({ isSuccess: true }); // copies claimed returned don't count
    await open(third, "lost");
    expect(await order(ann)).toMatchObject({ isSuccess: false, reason: { kind: "open-claims", open: 2, max: 1 } });
    await settle(lost.claimId);
    expect(await order(ann)).toMatchObject({ isSuccess: true });
  });
});

describe("staff", () => {
  it("see the number of open claims on every order and for a caller, and can still order for the caller", async () => {
    const [first, second] = await loansOf(bob, 2);
    const another = await fixture.order(bob, [[kit, 1]]);
    await open(first, "lost");
    const secondClaim = await open(second, "claimed returned");
    expect([await openOnOrder(secondClaim.orderId), await openOnOrder(another)]).toEqual([2, 2]);
    expect(await caller("bob")).toMatchObject({ openClaims: 2 });
    expect(await caller("ann")).toMatchObject({ openClaims: 0 });
    await setMaxOpenClaims(0);
    const input = {
      key: "a".repeat(32),
      borrowerId: bob.borrowerId,
      lines: [{ inventoryId: kit.itemId, quantity: 1 }],
    };
    expect(await fixture.call(clerk, "POST Order/PlaceForCaller", { ...input, beyondLimits: false })).toMatchObject({
      isSuccess: true,
    });
    await settle(secondClaim.claimId);
    expect(await openOnOrder(another)).toBe(1);
  });
});
