import { describe, expect, it } from "vitest";
import { beginning, withoutTitle } from "./heads.ts";

describe("a description that begins with its own title", () => {
  const long = "Easy access to NIBRS: victims of domestic violence";

  it.each([
    ["Apples", "Apples. How they grow.", "How they grow."],
    ["Apples", "apples:  how they grow.", "how they grow."],
    ["Apples", "Apples / by A. Pear – apples – a book.", "by A. Pear – apples – a book."],
    ["Apples", "Apples. Apples. A book.", "A book."],
    ["Why apples?", "Why apples? Because they grow.", "Because they grow."],
    ["Apples", "Apples", ""],
    [long, `${long} allows users to look.`, "… allows users to look."],
  ])("(%s) loses it: “%s”", (title, text, rest) => {
    expect(withoutTitle(text, title)).toBe(rest);
  });

  it("loses it three times at most, so that a long one takes no time", () => {
    expect(withoutTitle("a. ".repeat(3332), "a")).toBe("a. ".repeat(3329).trim());
  });

  it.each([
    ["Apple", "Apples grow."],
    ["Apple", "Apple-trees grow."],
    ["Health.gov", "Health.gov is a site."],
    ["Apple", "Apple.com is a site."],
    ["Apple", "A pear. Apple."],
    ["", "A pear."],
  ])("(%s) keeps it when it is part of the sentence: “%s”", (title, text) => {
    expect(withoutTitle(text, title)).toBe(text);
  });
});

describe("the beginning of a text", () => {
  it("ends after a word, and never within a character", () => {
    expect(beginning("Apples grow on trees.", 12)).toBe("Apples grow…");
    expect(beginning("💚".repeat(50), 10)).toBe("💚💚💚💚…");
    expect(beginning("Apples", 10)).toBe("Apples");
  });
});
