import { statuses } from "#contract/catalog/codes.ts";

/** A line: the quantity of a title (its source id), and how many copies are assigned. */
export type DemonstrationLine = { sourceId: string; quantity: number; assigned: number };

/** An order of the demonstration library; all times are in days ago. */
export type DemonstrationOrder = {
  userName: string;
  statusId: number;
  ordered: number;
  assigned: number;
  shipped?: number;
  returned?: number;
  tracking: string;
  note: string;
  lines: DemonstrationLine[];
};

type Titles = readonly (readonly [sourceId: string, quantity: number, assigned?: number])[];

/** Oldest first. Orders shipped more than a loan period ago and not returned are overdue. */
export const demonstrationOrders: readonly DemonstrationOrder[] = [
  returned("demo.whitfield", 290, 262, [["GPO001161172", 3], ["GPO001443112", 2]]),
  returned("demo.okafor", 255, 221, [["GPO001118065", 5], ["PG45762", 1], ["LV432", 1]]),
  returned("demo.alvarez", 231, 205, [["GPO001469502", 2], ["GPO001137868", 4]]),
  returned("demo.singh", 198, 160, [["GPO001463775", 2], ["GPO001139347", 3]], "Came back without the mailing label; checked by hand."),
  returned("demo.romero", 174, 148, [["GPO001214298", 2], ["GPO001467280", 3]]),
  returned("demo.kim", 139, 112, [["GPO001466110", 4], ["LV353", 2]]),
  returned("demo.nguyen", 121, 84, [["GPO001263575", 4], ["GPO001414308", 3], ["GPO001132139", 1]]),
  returned("demo.delacruz", 96, 66, [["GPO001162990", 3], ["PG33213", 2], ["PG32521", 2]]),
  shipped("demo.hassan", 58, 54, "1Z999AA10123456784", [["GPO001161172", 2], ["GPO001469379", 2]], "Reminder sent: due date has passed."),
  shipped("demo.patterson", 43, 40, "DEMO-2043-0001", [["GPO001415456", 2], ["GPO001462215", 3]], "Borrower called: package goes out this week."),
  shipped("demo.whitfield", 24, 21, "DEMO-2043-0002", [["GPO001139347", 3], ["GPO001256265", 2]]),
  shipped("demo.okafor", 18, 15, "DEMO-2043-0003", [["GPO001118065", 3], ["GPO001469637", 1], ["PG29260", 2]]),
  shipped("demo.alvarez", 13, 9, "DEMO-2043-0004", [["GPO001466110", 2], ["GPO001467280", 2], ["GPO001254260", 1]]),
  shipped("demo.kim", 9, 6, "DEMO-2043-0005", [["GPO001472006", 2], ["GPO001473812", 3]]),
  shipped("demo.singh", 7, 3, "DEMO-2043-0006", [["GPO001263575", 2], ["GPO000947090", 2]]),
  processing("demo.romero", 6, [["GPO001212405", 2, 2], ["GPO001467234", 4, 4]]),
  processing("demo.nguyen", 5, [["GPO001137868", 3, 3], ["GPO001443112", 2, 1]], "Second copy is at the repair desk; ship together."),
  processing("demo.delacruz", 4, [["GPO001125481", 1, 1], ["LV3012", 3, 2]]),
  processing("demo.hassan", 4, [["GPO001473487", 3, 2], ["GPO001118065", 2, 0]]),
  processing("demo.patterson", 3, [["GPO001443826", 2, 0], ["GPO001416302", 1, 0]]),
  fresh("demo.alvarez", 3, [["GPO001470846", 2], ["GPO001444781", 1]]),
  fresh("demo.whitfield", 2, [["GPO001208317", 1], ["GPO001018226", 2]]),
  fresh("demo.kim", 2, [["GPO001257043", 2], ["LV1243", 1]]),
  fresh("demo.okafor", 1, [["GPO001162990", 2], ["PG13022", 2], ["GPO001443112", 1]], "Asked for delivery to the front office."),
  fresh("demo.singh", 1, [["GPO001210308", 2], ["GPO001470179", 1]]),
]; // prettier-ignore

function returned(userName: string, ordered: number, back: number, titles: Titles, note?: string): DemonstrationOrder {
  const days = { assigned: ordered - 1, shipped: ordered - 2, returned: back };
  const tracking = `DEMO-2042-${String(ordered).padStart(4, "0")}`;
  return { ...order(userName, ordered, titles, note), ...days, statusId: statuses.returned, tracking };
}

function shipped(
  userName: string,
  ordered: number,
  shippedOn: number,
  tracking: string,
  titles: Titles,
  note?: string,
): DemonstrationOrder {
  const days = { assigned: shippedOn, shipped: shippedOn };
  return { ...order(userName, ordered, titles, note), ...days, statusId: statuses.shipped, tracking };
}

function processing(userName: string, ordered: number, titles: Titles, note?: string): DemonstrationOrder {
  return { ...order(userName, ordered, titles, note), assigned: ordered - 1, statusId: statuses.processing };
}

function fresh(userName: string, ordered: number, titles: Titles, note?: string): DemonstrationOrder {
  const unassigned = titles.map(([sourceId, quantity]) => [sourceId, quantity, 0] as const);
  return { ...order(userName, ordered, unassigned, note), assigned: ordered, statusId: statuses.new };
}

function order(userName: string, ordered: number, titles: Titles, note = "") {
  const lines = titles.map(([sourceId, quantity, assigned = quantity]) => ({ sourceId, quantity, assigned }));
  return { userName, ordered, tracking: "", note, lines };
}
