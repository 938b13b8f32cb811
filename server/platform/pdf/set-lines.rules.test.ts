import { expect, it } from "vitest";
import { coverageOf } from "./pdf-fonts.ts";
import { piecesOf, setLines } from "./pieces.rules.ts";

const fonts = coverageOf("regular");

/** Returns the lines as displayed, with every character one unit wide. */
function lines(text: string, width: number, maxLines = 9): string[] {
  const set = setLines(piecesOf(text, fonts).pieces, { width, lines: maxLines, widthOf: (words) => words.length });
  return set.map((line) =>
    line.map(({ text: words, spaced }, at) => (spaced && at > 0 ? ` ${words}` : words)).join(""),
  );
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

it("right-to-left words run from the right, and others among them keep their own order", () => {
  expect(lines("סל Health Smart מד", 40)).toEqual(["מד Health Smart סל"]);
  expect(lines("Health סל מד Smart", 40)).toEqual(["Health מד סל Smart"]);
});
