import { describe, expect, it } from "vitest";
import { bodyOf, emptyItem, problemsOf } from "./item-mutations.ts";

const picture = { id: 3, url: "/media/a-320.webp", srcset: "", fileName: "a.png" };
const values = {
  ...emptyItem,
  title: "Sleep well",
  referenceNumber: "B1",
  description: "About sleep.",
  categoryId: 1,
  subjectId: 2,
  gradeId: 4,
};

describe("the item form", () => {
  it("reports missing fields with the specified messages, in form order", () => {
    expect(problemsOf(emptyItem)).toEqual([
      { field: "title", message: "Title is required." },
      { field: "referenceNumber", message: "SKU Number is required." },
      { field: "description", message: "Description is required." },
      { field: "categoryId", message: "Category is required." },
      { field: "subjectId", message: "Subject is required." },
      { field: "gradeId", message: "Grades are required." },
    ]);
    expect(problemsOf({ ...values, title: "   " })).toEqual([{ field: "title", message: "Title is required." }]);
    expect(problemsOf(values)).toEqual([]);
  });

  it("accepts a SKU number with its #", () => {
    expect(problemsOf({ ...values, referenceNumber: "# B12345" })).toEqual([]);
    expect(bodyOf({ ...values, referenceNumber: " #B12345 " }, 1).referenceNumber).toBe("B12345");
    expect(problemsOf({ ...values, referenceNumber: "#" }).map(({ message }) => message)).toEqual([
      "SKU Number is required.",
    ]);
  });

  it("sends parts in the format of import files, and reports invalid ones", () => {
    expect(bodyOf({ ...values, parts: "1 poster; 2 DVDs @ $4.5" }, 1).parts).toBe("1 poster; 2 DVDs @ 4.50");
    expect(problemsOf({ ...values, parts: "0 posters" }).map(({ field }) => field)).toEqual(["parts"]);
  });

  it("sends a picture’s id, and drops the alternative text of a removed picture", () => {
    const withPicture = { ...values, attachmentId: picture, attachmentAlt: " A bed " };
    expect(bodyOf(withPicture, 7)).toMatchObject({ attachmentId: 3, attachmentAlt: "A bed", version: 7 });
    expect(bodyOf({ ...withPicture, attachmentId: null }, 7)).toMatchObject({ attachmentId: null, attachmentAlt: "" });
    expect(bodyOf(values, undefined)).not.toHaveProperty("version");
  });
});
