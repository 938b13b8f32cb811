import { expect, it } from "vitest";
import { proposedFields } from "#server/platform/tables/columns.rules.ts";
import { addressIn, borrowerColumns, personName } from "./borrower-row.rules.ts";

it.each([
  ["Díaz, Rosa", "Rosa Díaz"],
  ["Rosa  Díaz", "Rosa Díaz"],
  ["Rosa Díaz, RN", "Rosa Díaz, RN"],
  ["Díaz, Rosa, RN", "Díaz, Rosa, RN"],
])("the name “%s” is read as “%s”", (typed, name) => {
  expect(personName(typed)).toBe(name);
});

it("an address in one column is split, and one that can’t be stays whole", () => {
  const parts = { street: "12 Elm St, Room 4", city: "San Luis Obispo", state: "CA", zip: "93401-1234" };
  expect(addressIn("12 Elm St, Room 4, San Luis Obispo, CA 93401-1234")).toEqual(parts);
  expect(addressIn("12 Elm St\nFresno CA 93701")).toEqual({
    street: "12 Elm St",
    city: "Fresno",
    state: "CA",
    zip: "93701",
  });
  expect(addressIn("Room 4, main office")).toEqual({ street: "Room 4, main office", city: "", state: "", zip: "" });
});

it("columns are matched by common names in lists of borrowers", () => {
  const names = ["Patron", "E-mail", "Telephone", "Site", "LEA", "Zip Code", "Patron ID", "Favorite color"];
  expect(proposedFields(names, borrowerColumns, () => [])).toEqual([
    "name",
    "emailAddress",
    "phoneNumber",
    "schoolName",
    "schoolDistrict",
    "zip",
    "number",
    null,
  ]);
});
