import { beforeEach, describe, expect, it } from "vitest";
import type { Arrival, PostDays } from "#contract/borrowers/arrivals.ts";
import type { Order } from "#contract/circulation.ts";
import { letter } from "#server/platform/mail/letter/letter.ts";
import { circulationFixture, type Person } from "#server/test/circulation-fixture.ts";
import { followParcels } from "./follow-parcels.ts";

const fixture = await circulationFixture();
const { db, call, clock } = fixture;
const [ann, bob, clerk] = [
  await fixture.newBorrower("ann"),
  await fixture.newBorrower("bob"),
  await fixture.newAdmin("clerk"),
];
const kit = await fixture.newTitle("Kit", 200);
const at = (day: string) => {
  clock.at = new Date(`${day}T18:00:00Z`);
};
beforeEach(async () => {
  // what an earlier test shipped is not asked about, and says nothing of regions
  const old = { arrived_on: null, ship_date: "2020-01-02", sent_back_on: null, sent_back_tracking: "" };
  await db.updateTable("orders").set(old).where("status_id", ">=", 3).execute();
  at("2026-03-02"); // a Monday
});

/** An order of a kit that leaves on a day. */
async function shipped(who: Person = ann, shipDate = "2026-03-02") {
  at(shipDate);
  const orderId = await fixture.order(who, [[kit, 1]]);
  await call(clerk, `POST Order/CheckOutAll/${orderId}`);
  await call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 3, shipDate, returnDate: "2026-06-01" });
  return orderId;
}
const follow = () => followParcels({ ...fixture, closedDays: async () => [] });
const questions = async () =>
  (await db.selectFrom("mails").select("letter").where("kind", "=", "arrival").orderBy("mail_id").execute()).map(
    (mail) => letter.parse(mail.letter),
  );
/** The secret of the newest question. */
async function asked(): Promise<string> {
  const button = (await questions()).at(-1)?.blocks.find((block) => block.is === "button");
  return button?.path.split("/").at(-1) ?? "nobody was asked";
}
const behind = (token: string) => call<Arrival>(null, `GET Arrivals/GetArrival/${token}`);
const say = (token: string, arrivedOn: string) => call<Arrival>(null, "POST Arrivals/SayArrived", { token, arrivedOn });
const sayOwn = (orderId: number, arrivedOn: string, who = ann) =>
  call<Order>(who, `POST Order/SayArrived/${orderId}`, { arrivedOn });

describe("whether a parcel came", () => {
  it("is asked once, two business days after it should be there", async () => {
    const orderId = await shipped();
    const before = (await questions()).length;
    at("2026-03-10");
    await follow();
    expect(await questions()).toHaveLength(before);
    at("2026-03-11"); // seven business days
    for (let time = 0; time < 3; time += 1) await Promise.all([follow(), follow()]);
    const after = await questions();
    expect(after).toHaveLength(before + 1);
    expect(after.at(-1)).toMatchObject({ subject: `Did order #${orderId} arrive?`, language: "en" });
  });

  it("is not asked before seven in the morning, nor of what left long ago", async () => {
    await shipped();
    const before = (await questions()).length;
    clock.at = new Date("2026-03-11T13:00:00Z"); // six in Los Angeles
    await follow();
    at("2026-03-19");
    await follow();
    expect(await questions()).toHaveLength(before);
  });

  it("is not asked when the borrower spoke of the order already", async () => {
    const [here, back, broken] = [await shipped(), await shipped(), await shipped()];
    at("2026-03-05");
    await sayOwn(here, "2026-03-05");
    await call(ann, `POST Order/SentBack/${back}`, { sentOn: "2026-03-05", trackingNumber: "" });
    await call(ann, `POST Order/ReportProblem/${broken}`, { words: "The box was empty" });
    const before = (await questions()).length;
    at("2026-03-11");
    await follow();
    expect(await questions()).toHaveLength(before);
  });

  it("is said by the link, without a login, of that one order; opening it changes nothing", async () => {
    const orderId = await shipped();
    at("2026-03-11");
    await follow();
    const token = await asked();
    const nothing = { orderId, shipDate: "2026-03-02", arrivedOn: null, today: "2026-03-11" };
    for (let time = 0; time < 2; time += 1) expect((await behind(token)).data).toEqual(nothing);
    const said = { isSuccess: true, data: { ...nothing, arrivedOn: "2026-03-06" } };
    for (let time = 0; time < 2; time += 1) expect(await say(token, "2026-03-06")).toMatchObject(said);
    expect((await say(token, "2026-03-09")).data.arrivedOn).toBe("2026-03-09");
    expect((await call<Order>(ann, `GET Order/GetOrderForUser/${orderId}`)).data.arrivedOn).toBe("2026-03-09");
    const { version } = (await call<{ version: number }>(clerk, `GET Order/Get/${orderId}`)).data;
    const days = { shipDate: "2026-03-02", returnDate: "2026-06-02" };
    const saved = await call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 3, version, ...days });
    expect(saved).toMatchObject({ isSuccess: true }); // staff who edited it save as before
  });

  it("is refused on a day before it left or after today, without a day, and by a link that is none", async () => {
    const orderId = await shipped();
    at("2026-03-11");
    await follow();
    const token = await asked();
    const field = { field: "arrivedOn", reason: { kind: "arrival-day" } };
    for (const day of ["2026-03-01", "2026-03-12"]) {
      expect(await say(token, day)).toMatchObject({ isSuccess: false, data: { errors: [field] } });
      expect(await sayOwn(orderId, day)).toMatchObject({ isSuccess: false, data: { errors: [field] } });
    }
    expect(await say(token, "")).toMatchObject({
      isSuccess: false,
      message: expect.stringContaining("Date is required."),
    });
    for (const none of ["x", `${token}x`, "0".repeat(43)]) {
      expect(await behind(none)).toMatchObject({ isSuccess: false, reason: { kind: "arrival-over" } });
      expect(await say(none, "2026-03-06")).toMatchObject({ isSuccess: false, reason: { kind: "arrival-over" } });
    }
    expect((await behind(token)).data.arrivedOn).toBeNull();
  });

  it("is nothing to say of an order that is back, of somebody else’s, or of one that has not left", async () => {
    const orderId = await shipped();
    at("2026-03-11");
    await follow();
    const token = await asked();
    expect(await sayOwn(orderId, "2026-03-06", bob)).toMatchObject({ status: 404 });
    const waiting = await fixture.order(ann, [[kit, 1]]);
    expect(await sayOwn(waiting, "2026-03-11")).toMatchObject({ reason: { kind: "not-shipped" } });
    await call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 4 });
    expect(await say(token, "2026-03-06")).toMatchObject({ reason: { kind: "arrival-over" } });
    expect(await sayOwn(orderId, "2026-03-06")).toMatchObject({ reason: { kind: "order-returned" } });
  });

  it("is asked of an order that shipped once more, for which nothing is known anymore", async () => {
    const orderId = await shipped();
    at("2026-03-05");
    await sayOwn(orderId, "2026-03-05");
    at("2026-03-16");
    const days = { shipDate: "2026-03-16", returnDate: "2026-06-01" };
    await call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 3, ...days });
    expect((await call<Order>(ann, `GET Order/GetOrderForUser/${orderId}`)).data.arrivedOn).toBeNull();
    at("2026-03-25");
    await follow();
    expect((await behind(await asked())).data).toMatchObject({ orderId, arrivedOn: null });
  });
});

describe("how long parcels take", () => {
  const postDays = async () => (await call<PostDays>(clerk, "GET Arrivals/GetPostDays")).data;
  const home = (who: Person, zip: string) =>
    db.updateTable("borrowers").set({ zip }).where("borrower_id", "=", who.borrowerId).execute();
  const leavesBy = async (who: Person) => {
    let cart = "";
    cart = (await call<string>(who, `POST Cart/AddItemToCart/${kit.itemId}/1/false/${cart}`)).data;
    const { id } = await call(who, `POST Order/SaveOrder/0/${cart}?teachFrom=2026-05-04&teachTo=2026-05-05`);
    return (await call<Order>(who, `GET Order/GetOrderForUser/${id}`)).data.days;
  };

  it("is learned by region from the last ones, and counts for teaching days once five are known", async () => {
    await home(ann, "93701");
    await home(bob, "94103");
    const usual = await leavesBy(ann);
    expect(usual).toMatchObject({ leavesBy: "2026-04-27", dueBy: "2026-05-12" });
    for (let parcel = 0; parcel < 5; parcel += 1) {
      expect((await leavesBy(ann))?.leavesBy).toBe("2026-04-27");
      const orderId = await shipped(ann);
      at("2026-03-04"); // two business days out
      await sayOwn(orderId, "2026-03-04");
      at("2026-03-12");
      await call(ann, `POST Order/SentBack/${orderId}`, { sentOn: "2026-03-09", trackingNumber: "" });
      const days = { shipDate: "2026-03-02", returnDate: "2026-06-01" };
      await call(clerk, "POST Order/UpdateOrder/", { orderId, statusId: 4, ...days }); // three back
      await follow();
    }
    expect(await postDays()).toEqual({
      leadDays: 5,
      trailDays: 5,
      regions: [{ region: "937", out: { days: 2, parcels: 5 }, back: { days: 3, parcels: 5 } }],
    });
    expect(await leavesBy(ann)).toMatchObject({ leavesBy: "2026-04-29", dueBy: "2026-05-08" });
    expect(await leavesBy(bob)).toMatchObject({ leavesBy: "2026-04-27", dueBy: "2026-05-12" });
  });

  it("asks for the last twenty of a region", async () => {
    await home(bob, "94103");
    for (let parcel = 0; parcel < 25; parcel += 1) {
      const orderId = await shipped(bob);
      at("2026-03-11");
      const on = parcel < 10 ? "2026-03-10" : "2026-03-11";
      expect(await sayOwn(orderId, on, bob)).toMatchObject({ isSuccess: true, data: { arrivedOn: on } });
    }
    await follow();
    const found = (await postDays()).regions.find(({ region }) => region === "941");
    expect(found?.out).toEqual({ days: 7, parcels: 20 });
  });
});
