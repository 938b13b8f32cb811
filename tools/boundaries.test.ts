import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { locate, objection } from "./boundaries.js";

const repository = path.resolve(import.meta.dirname, "..");
const orders = "server/orders";

describe("a forbidden import", () => {
  it.each([
    ["contract/orders/cart.ts", "npm:kysely", "The contract imports only zod and itself"],
    ["contract/orders/cart.ts", "server/http/serve.ts", "The contract imports only zod and itself"],
    ["server/app.ts", "web/lib/call.ts", "The server never imports the web"],
    ["web/lib/call.ts", "server/http/serve.ts", "The web never imports the server or the database"],
    ["db/seed/titles.ts", `${orders}/public.ts`, "db/ may not import a noun"],
    ["server/main.ts", "tools/start.mjs", "The product never imports tools/ or e2e/"],
    ["server/app.ts", "server/test/factories.ts", "server/test/ is for tests"],
    [`${orders}/orders.rules.ts`, "npm:kysely", "Rules are pure"],
    [`${orders}/orders.rules.ts`, `${orders}/orders.queries.ts`, "Rules are pure"],
    [`${orders}/orders.present.ts`, "server/platform/database.ts", "Presenters are pure"],
    [`${orders}/assign-copies.ts`, "npm:kysely", "SQL lives in *.queries.ts"],
    [`${orders}/orders.queries.ts`, "npm:pg", "Only server/platform/ uses the database driver"],
    [
      "server/desk/packing/make-papers.ts",
      "server/desk/packing/draw-papers.ts",
      "PDFs are drawn in processes of their own",
    ],
    ["server/people/calendars/calendars.ts", "npm:ical.js", "Files are read and PDFs are drawn in processes"],
    ["server/http/serve.ts", `${orders}/public.ts`, "http/ and platform/ may not import a noun"],
    [`${orders}/assign-copies.ts`, "server/http/serve.ts", "Only routes use HTTP"],
    ["server/refusals/refusal.ts", "server/http/serve.ts", "Only routes use HTTP"],
    ["server/refusals/refusal.ts", "server/platform/database.ts", "server/refusals/ imports only the contract"],
    ["server/main.ts", `${orders}/orders.routes.ts`, "Only server/app.ts mounts a noun’s routes"],
    ["server/desk/desk.routes.ts", `${orders}/cart/cart.routes.ts`, "Only server/app.ts mounts a noun’s routes"],
    ["server/app.ts", `${orders}/orders.jobs.ts`, "server/jobs.ts lists its jobs"],
    ["server/desk/check-out.ts", `${orders}/cancel.ts`, "Import orders only through its public.ts"],
    [`${orders}/cancel.ts`, "server/desk/public.ts", "orders may not use desk"],
    ["server/catalog/titles/search.ts", `${orders}/public.ts`, "catalog may not use orders"],
    ["web/ui/button.tsx", "web/orders/cart/badge.tsx", "ui may not import nouns"],
    ["web/lib/call.ts", "web/ui/toast.tsx", "lib may not import ui"],
    ["web/catalog/cover.tsx", "web/orders/cart/line.tsx", "catalog may not use orders"],
    ["web/orders/cart/cart-page.tsx", "web/catalog/home-page.tsx", "A page doesn't use another page"],
    ["web/ui/button.tsx", "contract/wire/messages.ts", "ui/ may not import the contract"],
  ])("%s -> %s is refused", (from, to, sentence) => {
    expect(objection(from, to)).toContain(sentence);
  });
});

describe("an allowed import", () => {
  it("is one of the types of a drawing, which loads nothing", () => {
    expect(objection("server/desk/desk.routes.ts", "server/desk/packing/draw-slip.ts", true)).toBeUndefined();
  });
});

it("boundaries recognize all three ways to write an import", () => {
  expect(locate("/r", "/r/web/app/routes.tsx", "#contract/orders/cart.ts")).toBe("contract/orders/cart.ts");
  expect(locate("/r", "/r/web/app/routes.tsx", "../site/home.tsx")).toBe("web/site/home.tsx");
  expect(locate("/r", "/r/web/app/routes.tsx", "react")).toBe("npm:react");
});

describe("the configured linter, on planted files", () => {
  let folder: string;
  let complaints: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "planted-"));
    for (const name of ["tsconfig.json", "package.json"]) cpSync(path.join(repository, name), path.join(folder, name));
    // a linked node_modules isn't skipped by default, and takes a minute
    const rules = readFileSync(path.join(repository, ".oxlintrc.json"), "utf8");
    plant(".oxlintrc.json", rules.replace('"ignorePatterns": [', '"ignorePatterns": ["node_modules", '));
    mkdirSync(path.join(folder, "tools"));
    for (const rule of ["boundaries.js", "sentences.js", "words.js"])
      cpSync(path.join(repository, "tools", rule), path.join(folder, "tools", rule));
    symlinkSync(path.join(repository, "node_modules"), path.join(folder, "node_modules"));
    for (const room of ["contract", "server", "web", "tools", "e2e"])
      plant(`${room}/tsconfig.json`, readFileSync(path.join(repository, room, "tsconfig.json"), "utf8"));
    plant("contract/here.ts", 'import { there } from "./there.ts";\nexport const here = () => there;\n');
    plant("contract/there.ts", 'import { here } from "./here.ts";\nexport const there = () => here;\n');
    plant(
      "server/main.ts",
      'import type { Feature } from "#web/feature.ts";\nexport let feature: Feature | undefined;\n',
    );
    plant("web/feature.ts", "export type Feature = string;\n");
    for (const room of ["contract", "server", "web", "tools", "e2e"])
      plant(`${room}/floating.ts`, "const later = async () => 1;\nlater();\n");
    plant("web/words.ts", "// mends a parcel\nexport const hint = `Set the ${1} aside anew`;\n");
    plant("server/typed.ts", "export const text = (value: unknown) => value as string;\n");
    plant(
      "web/sentences.ts",
      [
        "declare const ownMessages: { termsChanged: string; stale(name: string): string };",
        "declare const error: Error | undefined;",
        "export const checks = [",
        "  error?.message === ownMessages.termsChanged,",
        "  error?.message.startsWith(ownMessages.stale('')),",
        "  /changed by/.test(error?.message ?? ''),",
        "  /changed by/.exec(ownMessages.stale('')),",
        "  ['a', 'b'].includes(ownMessages.termsChanged),",
        "  error?.message === '' || error?.message === undefined,",
        "  ownMessages.termsChanged,",
        "];",
      ].join("\n"),
    );
    complaints = lint();
  }, 60_000);

  afterAll(() => rmSync(folder, { recursive: true }));

  function plant(file: string, text: string) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }

  function lint(): string {
    const oxlint = path.join(repository, "node_modules/oxlint/bin/oxlint");
    try {
      return execFileSync(process.execPath, [oxlint, "-f", "unix"], { cwd: folder, encoding: "utf8", stdio: "pipe" });
    } catch (error) {
      if (error instanceof Error && "stdout" in error) return String(error.stdout);
      throw error;
    }
  }

  it.each([
    ["server/main.ts", "The server never imports the web", "house(boundaries)"],
    ["contract/here.ts", "", "import(no-cycle)"],
    ["server/typed.ts", "", "consistent-type-assertions"],
  ])("refuses %s", (file, sentence, rule) => {
    const matches = complaints.split("\n").filter((line) => line.startsWith(file) && line.includes(rule));
    expect(matches.join("\n"), complaints).toContain(rule);
    expect(matches.join("\n")).toContain(sentence);
  });

  it("refuses code that decides by a sentence, and allows displaying one or checking for its presence", () => {
    const matches = complaints.split("\n").filter((line) => line.includes("house(sentences)"));
    expect(matches.map((line) => line.split(":")[1])).toEqual(["4", "5", "6", "7", "8"]);
  });

  it("refuses words that the glossary replaced, in comments and sentences", () => {
    const refusals = complaints.split("\n").filter((line) => line.includes("house(words)"));
    expect(refusals.map((line) => line.split(":")[1])).toEqual(["1", "1", "2"]);
  });

  it.each(["contract", "server", "web", "tools", "e2e"])("checks %s/ with types", (room) => {
    const matches = complaints.split("\n").filter((line) => line.startsWith(`${room}/floating.ts`));
    expect(matches.join("\n"), complaints).toContain("no-floating-promises");
  });

  it("fails if the types can't be read, instead of skipping those rules", () => {
    plant("web/tsconfig.json", '{ "extends": "../missing.json", "include": ["./**/*.ts"] }');
    expect(lint()).toContain("tsconfig-error");
  });
});
