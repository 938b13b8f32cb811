import { expect, it } from "vitest";
import { problemsInDocuments } from "./check-docs.ts";

/** Returns the problems with a README with this text in a repository with these files. */
function problemsWith(text: string, files: string[] = []): string {
  const tree = {
    files: ["README.md", "docs/glossary.md", "server/app.ts", ...files],
    read: (file: string) => (file === "README.md" ? text : ""),
  };
  return problemsInDocuments(tree, ["check"]).join("\n");
}

it("check of the documents follows relative links to files and folders", () => {
  expect(problemsWith("[words](docs/glossary.md#item) [server](server/) [out](https://nodejs.org) [up](#top)")).toBe(
    "",
  );
  expect(problemsWith("[words](docs/words.md)")).toBe("README.md: the link to docs/words.md leads nowhere");
  expect(problemsWith('<img src="docs/picture.png">')).toContain("docs/picture.png leads nowhere");
});

it("check of the documents looks for the paths in backticks", () => {
  expect(problemsWith("`server/app.ts`, `server/`, `npm start`, `server/*/public.ts`")).toBe("");
  expect(problemsWith("`server/application.ts`")).toContain("`server/application.ts` doesn't exist");
});

it("check of the documents looks for scripts, also in code blocks", () => {
  expect(problemsWith("```\nnpm run check\n```")).toBe("");
  expect(problemsWith("```\nnpm run chekc\n```")).toContain('there is no script "npm run chekc"');
});

it("check of the documents requires decisions numbered without gaps or duplicates", () => {
  const decision = (number: string) => `docs/decisions/${number}-a.md`;
  expect(problemsWith("", ["000", "001", "002"].map(decision))).toBe("");
  expect(problemsWith("", ["000", "002"].map(decision))).toContain("number 2 is where 1 should be");
  expect(problemsWith("", [decision("000"), decision("001"), "docs/decisions/001-b.md"])).toContain(
    "number 1 is where",
  );
});
