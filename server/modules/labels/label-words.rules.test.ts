import { describe, expect, it } from "vitest";
import { labelName, printable } from "./label-words.rules.ts";

describe("a title on a label", () => {
  it.each([
    ["Teens & “Sleep”: a guide – part 1", "Teens & “Sleep”: a guide – part 1"],
    ["Educación para niños", "Educación para niños"],
    ["Cafe\u0301 culture", "Café culture"],
    ["Życie i zdrowie w Łodzi", "Zycie i zdrowie w Lodzi"],
    ["健康 Health 手册", "Health"],
    ["Здоровье", ""],
    ["💚 Hearts\n and\tminds", "Hearts and minds"],
  ])("of %j is %j: nothing rather than garbage", (title, words) => {
    expect(printable(title)).toBe(words);
  });
});

describe("a copy on a label", () => {
  it("is called by its SKU and number, and by its id where the SKU cannot be shown", () => {
    expect(labelName({ skuNumber: "B12345", copyNumber: 2, copyId: 7 })).toBe("#B12345 copy 2");
    expect(labelName({ skuNumber: "健康1", copyNumber: 2, copyId: 7 })).toBe("Id 7, copy 2");
    expect(labelName({ skuNumber: "A  B", copyNumber: 1, copyId: 8 })).toBe("Id 8, copy 1");
  });
});
