import { describe, expect, it } from "vitest";
import { bodyOf, emptyItem, problemsOf } from "./item-mutations.ts";

const picture = { id: 3, url: "/media/a-320.webp", srcset: "", fileName: "a.png" };
const filled = {
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
    expect(problemsOf({ ...filled, title: "   " })).toEqual([{ field: "title", message: "Title is required." }]);
    expect(problemsOf(filled)).toEqual([]);
  });

  it("reports texts that are too long", () => {
    const long = { ...filled, title: "a".repeat(151), referenceNumber: "B123456", tags: "a".repeat(1001) };
    expect(problemsOf(long).map(({ field }) => field)).toEqual(["title", "referenceNumber", "tags"]);
  });

  it("accepts a SKU number with its #", () => {
    expect(problemsOf({ ...filled, referenceNumber: "# B12345" })).toEqual([]);
    expect(bodyOf({ ...filled, referenceNumber: " #B12345 " }, 1).referenceNumber).toBe("B12345");
    expect(problemsOf({ ...filled, referenceNumber: "#" }).map(({ message }) => message)).toEqual([
      "SKU Number is required.",
    ]);
  });

  it("sends parts in the format of import files, and reports invalid ones", () => {
    expect(bodyOf({ ...filled, parts: "1 poster; 2 DVDs @ $4.5" }, 1).parts).toBe("1 poster; 2 DVDs @ 4.50");
    expect(problemsOf({ ...filled, parts: "0 posters" }).map(({ field }) => field)).toEqual(["parts"]);
  });

  it("sends a picture’s id, and drops the alternative text of a removed picture", () => {
    const withPicture = { ...filled, attachmentId: picture, attachmentAlt: " A bed " };
    expect(bodyOf(withPicture, 7)).toMatchObject({ attachmentId: 3, attachmentAlt: "A bed", version: 7 });
    expect(bodyOf({ ...withPicture, attachmentId: null }, 7)).toMatchObject({ attachmentId: null, attachmentAlt: "" });
    expect(bodyOf(filled, undefined)).not.toHaveProperty("version");
  });
});
