import { expect, it } from "vitest";
import { daysInWords } from "./resulting-dates.tsx";

it.each([
  ["2031-03-03", "2031-03-03", "March 3, 2031", "3 de marzo de 2031"],
  ["2031-03-03", "2031-03-07", "March 3 – 7, 2031", "3–7 de marzo de 2031"],
  ["2031-03-30", "2031-04-02", "March 30 – April 2, 2031", "30 de marzo – 2 de abril de 2031"],
  ["2031-12-30", "2032-01-03", "December 30, 2031 – January 3, 2032", "30 de diciembre de 2031 – 3 de enero de 2032"],
  ["2031-03-07", "2031-03-03", "March 7, 2031", "7 de marzo de 2031"], // in reverse order, only the first day counts
])("daysInWords says %s to %s in both languages, with the same spaces everywhere", (from, to, english, spanish) => {
  expect([daysInWords({ from, to }, "en"), daysInWords({ from, to }, "es")]).toEqual([english, spanish]);
});

it("daysInWords leaves out the current year", () => {
  const year = new Date().getFullYear();
  expect(daysInWords({ from: `${year}-03-30`, to: `${year}-04-02` }, "en")).toBe("March 30 – April 2");
});
