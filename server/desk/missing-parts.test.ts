import { describe, expect, it } from "vitest";
import type { ClaimLetter } from "#contract/desk/claims.ts";
import { circulationFixture } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture();
const { db } = fixture;
const ann = await fixture.newBorrower("ann");
const clerk = await fixture.newAdmin("clerk");
const desk = fixture.desk(clerk);

const parts = "1 poster; 1 DVD @ 24.50; 30 cards @ 0.50";

/** Lends a kit, and checks it in. */
async function returnedKit() {
  const kit = await fixture.newTitle("Kit", 1);
  await fixture.setTitle(kit, { parts, replacement_cost: "85.00" });
  const { orderId } = await desk.ship(ann, [[kit, 1]]);
  return { ...(await desk.checkIn(kit.copyIds[0])).data, orderId };
}
const judge = (returnId: number, missingParts: string, condition = "parts missing") =>
  desk.judge(returnId, condition, { missingParts });
const open = async (loan: number, fields: object = {}) => (await desk.openClaim(loan, "parts missing", fields)).data;
const missingOf = async (assignmentId: number) =>
  db
    .selectFrom("assignments")
    .select(["missing_parts", "condition"])
    .where("assignment_id", "=", assignmentId)
    .executeTakeFirstOrThrow();

describe("the missing parts of a copy", () => {
  it("are stored with their title's costs, as long as the condition is parts missing", async () => {
    const { returnId } = await returnedKit();
    expect((await judge(returnId, "2 cards; 1 DVD @ 0.01")).data).toMatchObject({
      condition: "parts missing",
      parts,
      missingParts: "2 cards @ 0.50; 1 DVD @ 24.50",
      destination: "inspection",
    });
    const { data } = await desk.judge(returnId, "parts missing", { note: "No box." });
    expect(data).toMatchObject({ note: "No box.", missingParts: "2 cards @ 0.50; 1 DVD @ 24.50" });
    expect((await judge(returnId, "1 DVD", "worn")).data).toMatchObject({ missingParts: "", destination: "shelf" });
  });

  it("are refused when the title has no such part, or not as many", async () => {
    const { returnId } = await returnedKit();
    await judge(returnId, "1 DVD");
    for (const wrong of ["31 cards", "1 map", "0 cards", "1 DVD; 1 DVD"])
      expect(await judge(returnId, wrong)).toMatchObject({ isSuccess: false, reason: { kind: "no-such-parts" } });
    expect(await missingOf(returnId)).toMatchObject({ missing_parts: "1 DVD @ 24.50" });
  });

  it("are cleared when the check-in is undone", async () => {
    const { returnId, eventId } = await returnedKit();
    await judge(returnId, "1 DVD");
    expect(await desk.undo(eventId)).toMatchObject({ isSuccess: true });
    expect(await missingOf(returnId)).toEqual({ missing_parts: "", condition: null });
  });
});

describe("a claim for missing parts", () => {
  it("costs the sum of the parts, and names each in the letter", async () => {
    const { returnId, orderId } = await returnedKit();
    await judge(returnId, "1 poster; 1 DVD; 2 cards");
    const opened = await open(returnId);
    expect(opened).toMatchObject({ cost: "25.50", parts: "1 poster; 1 DVD @ 24.50; 2 cards @ 0.50" });
    const { data } = await fixture.call<ClaimLetter>(clerk, `GET Claims/GetLetter/${opened.claimId}`);
    expect(data.items).toEqual([
      {
        name: `Kit, #${opened.skuNumber} copy 1, order #${orderId} (parts missing: 1 poster, 1 DVD $24.50, 2 cards $1.00)`,
        value: "$25.50",
      },
    ]);
    await desk.settle(opened.claimId, "paid");
    // a settled claim doesn't change
    await judge(returnId, "1 DVD");
    expect(await desk.claimOf(opened.claimId)).toMatchObject({ cost: "25.50", parts: opened.parts });
  });

  it("costs as much as the whole title if no part has a cost", async () => {
    const { returnId } = await returnedKit();
    await judge(returnId, "1 poster");
    expect(await open(returnId)).toMatchObject({ cost: "85.00", parts: "1 poster" });
  });

  it("follows later changes of the missing parts, and so does its cost unless staff have set another", async () => {
    const [first, second] = [await returnedKit(), await returnedKit()];
    for (const { returnId } of [first, second]) await judge(returnId, "1 DVD; 2 cards");
    const [follows, agreed] = [await open(first.returnId), await open(second.returnId, { cost: "10" })];
    for (const { returnId } of [first, second]) await judge(returnId, "2 cards");
    expect(await desk.claimOf(follows.claimId)).toMatchObject({ cost: "1.00", parts: "2 cards @ 0.50" });
    expect(await desk.claimOf(agreed.claimId)).toMatchObject({ cost: "10.00", parts: "2 cards @ 0.50" });
    // a later condition of the copy doesn't change the claim
    await judge(first.returnId, "", "worn");
    expect(await desk.claimOf(follows.claimId)).toMatchObject({ cost: "1.00", parts: "2 cards @ 0.50", outcome: null });
  });
});
