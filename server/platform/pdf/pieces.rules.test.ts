import { describe, expect, it } from "vitest";
import { coverageOf } from "./pdf-fonts.ts";
import { piecesOf, setLines } from "./pieces.rules.ts";

const fonts = coverageOf("regular");
const joined = (pieces: readonly { text: string; spaced: boolean }[]) =>
  pieces.map(({ text, spaced }, at) => (spaced && at > 0 ? ` ${text}` : text)).join("");
const read = (text: string) => {
  const { pieces, isWhole } = piecesOf(text, fonts);
  return { words: joined(pieces), isWhole, fonts: [...new Set(pieces.map(({ font }) => font))] };
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

/** Returns the lines as displayed, with every character one unit wide. */
function lines(text: string, width: number, maxLines = 9): string[] {
  const set = setLines(piecesOf(text, fonts).pieces, { width, lines: maxLines, widthOf: (words) => words.length });
  return set.map(joined);
}

it("lines break between words, and the overflow is cut with an ellipsis", () => {
  expect(lines("Growing up healthy", 10)).toEqual(["Growing up", "healthy"]);
  expect(lines("Growing up healthy", 10, 1)).toEqual(["Growing…"]);
  expect(lines("Growing up healthy and strong", 11, 2)).toEqual(["Growing up", "healthy…"]);
  expect(lines("Growing up", 10, 1)).toEqual(["Growing up"]);
});

it("a word that is wider than a line is broken", () => {
  expect(lines("Schulgesundheitsdienst", 8)).toEqual(["Schulges", "undheits", "dienst"]);
  expect(lines("Schulgesundheitsdienst", 8, 1)).toEqual(["Schulge…"]);
});

it("a Chinese line breaks after any character, but never before closing punctuation", () => {
  expect(lines("心理健康手册", 4)).toEqual(["心理健康", "手册"]);
  expect(lines("心理健康、手册", 4)).toEqual(["心理健", "康、手册"]);
});

it("right-to-left words run from the right, and left-to-right words among them keep their order", () => {
  expect(lines("סל Health Smart מד", 40)).toEqual(["מד Health Smart סל"]);
  expect(lines("Health סל מד Smart", 40)).toEqual(["Health מד סל Smart"]);
});
