import { expect, it } from "vitest";
import { demonstrationItems } from "#db/seed/demonstration-items.ts";
import { headingOf } from "./poster.ts";

it("covers hold every title of the demonstration, without breaking a word", () => {
  const items = demonstrationItems();
  expect(items.filter(({ title }) => headingOf(title) === undefined).map(({ title }) => title)).toEqual([]);
  const whole = (text: string) => text.replace(/\s/gu, "");
  for (const { title } of items) {
    const lines = headingOf(title)?.lines ?? [];
    expect(whole(title)).toContain(whole(lines.join(" ")));
    expect(
      lines.slice(0, -1).filter((line, at) => /\p{L}$/u.test(line) && !title.includes(`${line} ${lines[at + 1]}`)),
    ).toEqual([]);
  }
});
