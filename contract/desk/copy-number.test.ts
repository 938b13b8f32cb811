import { expect, it } from "vitest";
import { mayBeCopy, skuOf } from "./search.ts";

it("a SKU is read as a copy, with its copy number in any notation", () => {
  for (const text of ["B12345", "B12345 2", "#B12345 copy 2", "B12345-2", "B12345, no. 2", "B12345 #2"]) {
    expect(mayBeCopy(text), text).toBe(true);
    expect(skuOf(text), text).toBe("B12345");
  }
  expect([skuOf("#AB-12"), skuOf("AB-12 copy 3")]).toEqual(["AB-12", "AB-12"]);
  for (const text of ["AB-12", "#AB-12 copy 3", "OWN77", "77"]) expect(mayBeCopy(text), text).toBe(true);
});

it("other texts are not read as copies", () => {
  for (const text of ["", "?!", "a sentence", "B123456789", "https://example.org"])
    expect(mayBeCopy(text), text).toBe(false);
});
