import { describe, expect, it } from "vitest";
import { coverageOf } from "#server/platform/pdf/pdf-fonts.ts";
import { labelName } from "./make-sheet.ts";

const fonts = coverageOf("regular");

describe("a copy on a label", () => {
  const nameOf = (sku: string) => labelName({ sku_number: sku, copy_number: 2, copy_id: 7 }, fonts);

  it("is named by its SKU and number, or by its id if the SKU can't be printed", () => {
    expect(nameOf("B12345")).toBe("#B12345 copy 2");
    expect(nameOf("健康1")).toBe("#健康1 copy 2");
    expect(nameOf("สุข1")).toBe("Id 7, copy 2");
    expect(nameOf("A  B")).toBe("Id 7, copy 2");
  });
});
