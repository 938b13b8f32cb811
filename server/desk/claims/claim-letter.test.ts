import { describe, expect, it } from "vitest";
import type { ClaimKind, ClaimLetter, LetterOutcome, StaffClaim } from "#contract/desk/claims.ts";
import { letter } from "#server/platform/mail/letter/letter.ts";
import { circulationFixture, type Person } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture();
const { db } = fixture;
const clerk = await fixture.newAdmin("clerk");
const desk = fixture.desk(clerk);

/** Ships a borrower an order of two copies. */
async function loansOf(borrower: Person) {
  const kit = await fixture.newTitle("Kit", 2);
  await fixture.setTitle(kit, { replacement_cost: "24.50" });
  const { order, ...rest } = await desk.ship(borrower, [[kit, 2]]);
  return { ...rest, sku: order.orderItems[0]?.inventory.referenceNumber ?? "" };
}
const open = async (loan: number | undefined, kind: ClaimKind, cost?: string) =>
  (await desk.openClaim(loan, kind, { cost })).data.claimId;
const show = (claimId: number) => fixture.call<ClaimLetter>(clerk, `GET Claims/GetLetter/${claimId}`);
const send = (claimId: number) => fixture.call(clerk, `POST Claims/SendLetter/${claimId}`);
const mails = async () => {
  const rows = await db.selectFrom("mails").selectAll().where("kind", "=", "open-claims").orderBy("mail_id").execute();
  return rows.map((row) => ({ to: row.to_address, ...letter.parse(row.letter) }));
};

it("a claim letter lists everything one borrower owes, goes out at most once a day, and ends when all is settled", async () => {
  const [ann, bob] = [await fixture.newBorrower("ann"), await fixture.newBorrower("bob")];
  const [first, second, others] = [await loansOf(ann), await loansOf(ann), await loansOf(bob)];
  const lost = await open(first.loans[0], "lost");
  await open(second.loans[0], "lost", "1000.75");
  const unknown = await open(second.loans[1], "lost", "0");
  await open(first.loans[1], "claimed returned");
  await open(others.loans[0], "lost");
  expect((await show(lost)).data).toMatchObject({
    language: "en",
    to: "ann Reader\nOak Grove Elementary\n1 Main Street\nFresno, CA 93701",
    items: [
      { name: `Kit, #${first.sku} copy 1, order #${first.orderId} (lost)`, value: "$24.50" },
      { name: `Kit, #${second.sku} copy 1, order #${second.orderId} (lost)`, value: "$1,000.75" },
      { name: `Kit, #${second.sku} copy 2, order #${second.orderId} (lost)`, value: "to be determined" },
    ],
    sum: { name: "Total", value: "$1,025.25" },
    office: "The library’s office",
    emailAddress: "robin@oakgrove.example",
    obstacle: "",
    mailedAt: null,
  });
  const mailedAt = fixture.clock.now().toISOString();
  expect(await send(lost)).toMatchObject({ isSuccess: true });
  expect((await show(unknown)).data).toMatchObject({ mailedAt });
  expect(await send(unknown)).toMatchObject({ isSuccess: false, reason: { kind: "mailed-today" } });
  fixture.clock.move(86_400_000);
  expect(await send(unknown)).toMatchObject({ isSuccess: true });
  const [mail, again, ...more] = await mails();
  expect(more).toEqual([]);
  expect(again).toEqual(mail);
  expect(mail).toMatchObject({
    to: "robin@oakgrove.example",
    blocks: [
      { is: "text" },
      { is: "list", items: { length: 3 } },
      { is: "facts", facts: [{ value: "$1,025.25" }] },
      { is: "postal address", label: "The library’s office" },
      {},
    ],
  });
  for (const { claimId } of (await fixture.call<StaffClaim[]>(clerk, "GET Claims/GetClaims?kind=lost&state=open")).data)
    await desk.settle(claimId, "waived");
  expect(await show(lost)).toMatchObject({ isSuccess: false, message: "This borrower has nothing left to settle." });
});

it("a claim letter shows no total while no cost is known", async () => {
  const dan = await fixture.newBorrower("dan");
  const { data } = await show(await open((await loansOf(dan)).loans[0], "lost", "0"));
  expect(data.items).toMatchObject([{ value: "to be determined" }]);
  expect(data.sum).toEqual({ name: "Total", value: "to be determined" });
});

it("a claim letter in the borrower’s language never goes to an account without a login", async () => {
  const eva = await fixture.newBorrower("eva");
  await fixture.withoutLogin(eva);
  await db.updateTable("accounts").set({ language: "es" }).where("user_id", "=", eva.userId).execute();
  const before = (await mails()).length;
  const claimId = await open((await loansOf(eva)).loans[0], "lost");
  const { data } = await show(claimId);
  expect(data).toMatchObject({
    language: "es",
    sum: { name: "Monto total", value: "$24.50" },
    office: "Oficina de la biblioteca",
  });
  expect(data.obstacle).toContain("Nobody can log in");
  expect(await send(claimId)).toMatchObject({
    isSuccess: false,
    message: "This letter can’t be emailed. Print it instead.",
  });
  expect(await mails()).toHaveLength(before);
});

describe("the letters for many claims", () => {
  const sendMany = async (claimIds: number[]) =>
    (await fixture.call<LetterOutcome[]>(clerk, "POST Claims/SendLetters", { claimIds })).data;
  const showMany = async (claimIds: number[]) =>
    (
      await fixture.call<(ClaimLetter & { claimId: number })[]>(
        clerk,
        `GET Claims/GetLetters?ids=${claimIds.join(",")}`,
      )
    ).data;
  const words = (outcomes: LetterOutcome[]) => outcomes.map(({ refusal }) => refusal?.message ?? "done");

  it("go to each borrower once a day, in the order of the claims", async () => {
    const [fay, gus] = [await fixture.newBorrower("fay"), await fixture.newBorrower("gus")];
    const [fays, guss] = [await loansOf(fay), await loansOf(gus)];
    const [first, second, third] = [
      await open(fays.loans[0], "lost"),
      await open(guss.loans[0], "lost"),
      await open(fays.loans[1], "lost"),
    ];
    const settledClaim = await open(guss.loans[1], "lost");
    await desk.settle(settledClaim, "paid");
    const letters = await showMany([third, second, first, 999_999]);
    expect(letters.map(({ claimId, items }) => [claimId, items.length])).toEqual([
      [third, 2],
      [second, 1],
    ]);
    const before = (await mails()).length;
    const sendOutcomes = await sendMany([first, second, third, first, 999_999]);
    expect(sendOutcomes.map(({ claimId }) => claimId)).toEqual([first, second, third, 999_999]);
    expect(words(sendOutcomes).slice(0, 3)).toEqual(["done", "done", "done"]);
    expect(sendOutcomes[3]?.refusal).not.toBeNull();
    expect(await mails()).toHaveLength(before + 2);
    const again = await Promise.all([sendMany([first]), sendMany([third])]);
    expect(again.flatMap((outcomes) => words(outcomes))).toEqual(
      Array<string>(2).fill("This letter was already emailed today. You can email it again tomorrow."),
    );
    expect(await mails()).toHaveLength(before + 2);
  });

  it("go out even if other borrowers owe nothing or can't be emailed, and report those borrowers", async () => {
    const [hal, ida] = [await fixture.newBorrower("hal"), await fixture.newBorrower("ida")];
    await fixture.withoutLogin(hal);
    const [unread, owing] = [
      await open((await loansOf(hal)).loans[0], "lost"),
      await open((await loansOf(ida)).loans[0], "lost"),
    ];
    const paid = await open((await loansOf(await fixture.newBorrower("jan"))).loans[0], "lost");
    await desk.settle(paid, "paid");
    expect(words(await sendMany([unread, paid, owing]))).toEqual([
      "This letter can’t be emailed. Print it instead.",
      "This borrower has nothing left to settle.",
      "done",
    ]);
    expect(await showMany([paid])).toEqual([]);
    const tooMany = Array.from({ length: 101 }, (_, at) => at + 1);
    expect(await fixture.call(clerk, `GET Claims/GetLetters?ids=${tooMany.join(",")}`)).toMatchObject({ status: 400 });
  });
});
