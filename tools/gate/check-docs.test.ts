import { expect, it } from "vitest";
import { untrueDocuments } from "./check-docs.ts";

/** The check's complaints about a README with this text in a repository with these files. */
function complaints(text: string, files: string[] = []): string {
  const tree = {
    files: ["README.md", "docs/glossary.md", "server/app.ts", ...files],
    read: (file: string) => (file === "README.md" ? text : ""),
  };
  return untrueDocuments(tree, ["check"]).join("\n");
}

it("follows relative links, to files and to folders", () => {
  expect(complaints("[words](docs/glossary.md#item) [server](server/) [out](https://nodejs.org) [up](#top)")).toBe("");
  expect(complaints("[words](docs/words.md)")).toBe("README.md: the link to docs/words.md leads nowhere");
  expect(complaints('<img src="docs/picture.png">')).toContain("docs/picture.png leads nowhere");
});

it("looks for the paths in backticks", () => {
  expect(complaints("`server/app.ts`, `server/`, `npm start`, `server/*/public.ts`")).toBe("");
  expect(complaints("`server/application.ts`")).toContain("`server/application.ts` does not exist");
});

it("checks the scripts, inside code blocks too", () => {
  expect(complaints("```\nnpm run check\n```")).toBe("");
  expect(complaints("```\nnpm run chekc\n```")).toContain('there is no script "npm run chekc"');
});

it("requires decisions numbered without gaps and duplicates", () => {
  const decision = (number: string) => `docs/decisions/${number}-a.md`;
  expect(complaints("", ["000", "001", "002"].map(decision))).toBe("");
  expect(complaints("", ["000", "002"].map(decision))).toContain("number 2 is where 1 should be");
  expect(complaints("", [decision("000"), decision("001"), "docs/decisions/001-b.md"])).toContain("number 1 is where");
});
