import { describe, expect, it } from "vitest";
import { coverageOf } from "./pdf-fonts.ts";
import { piecesOf } from "./pieces.rules.ts";

const fonts = coverageOf("regular");
const read = (text: string) => {
  const { pieces, isWhole } = piecesOf(text, fonts);
  const words = pieces.map(({ text: piece, spaced }, at) => (spaced && at > 0 ? ` ${piece}` : piece)).join("");
  return { words, isWhole, fonts: [...new Set(pieces.map(({ font }) => font))] };
};

describe("a title on a label", () => {
  it.each([
    ["Teens & “Sleep”: a guide – part 1", [0]],
    ["Educación para niños", [0]],
    ["Życie i zdrowie w Łodzi", [1]],
    ["Sức khỏe tâm thần", [1]],
    ["Здоровье", [1]],
    ["Առողջություն", [1]],
    ["سلامت روان", [1]],
    ["健康 Health 手册", [2]],
    ["健康與營養學習單元", [2]],
    ["こころの健康ガイド", [2]],
    ["건강한 생활", [3]],
  ])("is printed completely in one font: %j", (title, font) => {
    expect(read(title)).toEqual({ words: title, isWhole: true, fonts: font });
  });

  it("is printed in several fonts when no single one has its characters", () => {
    expect(read("Health سلامت and 健康 together")).toEqual({
      words: "Health سلامت and 健康 together",
      isWhole: true,
      fonts: [0, 1, 2],
    });
  });

  it.each([
    ["สุขภาพจิต Mental health", "Mental health"],
    ["स्वास्थ्य", ""],
  ])("is reported as incomplete when no font covers part of it: %j", (title, words) => {
    expect(read(title)).toMatchObject({ words, isWhole: false });
  });

  it("gets composed accents, single spaces, and no invisible characters", () => {
    expect(read("Cafe\u0301\n and\t\u200Ecul\u00ADture")).toEqual({
      words: "Café and culture",
      isWhole: true,
      fonts: [0],
    });
  });
});
