import { expect, it } from "vitest";
import { expectBothLanguages } from "#server/test/both-languages.ts";
import { resetLetter } from "./reset.ts";

const ada = { userName: "ada.field", token: "a-secret" };
const bob = { userName: "bob.b", token: "another-secret" };

it.each([{ links: [ada] }, { links: [ada, bob] }])(
  "reset email has a link for each of $links.length accounts, in both languages",
  ({ links }) => {
    const [english, spanish] = [
      resetLetter(links, { minutes: 60, language: "en" }),
      resetLetter(links, { minutes: 60, language: "es" }),
    ];
    expectBothLanguages(english, spanish, [ada.userName, bob.userName]);
    for (const letter of [english, spanish])
      expect(letter.blocks.flatMap((block) => (block.is === "button" ? [block.path] : []))).toEqual(
        links.map(({ token }) => `/user/reset-password/${token}`),
      );
  },
);
