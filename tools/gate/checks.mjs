const node = process.execPath;

/**
 * A package's command, run without npx.
 * @param {string} file
 * @param {string[]} args
 */
export const bin = (file, ...args) => [node, `node_modules/${file}`, ...args];

/**
 * A TypeScript tool of the project.
 * @param {string} file
 * @param {string[]} args
 */
export const tool = (file, ...args) => [node, "--import", "./tools/typescript.mjs", file, ...args];

/**
 * The static checks.
 * @type {import("./stage.mjs").Stage[]}
 */
export const stages = [
  { name: "types", command: bin("typescript/bin/tsc", "-b") },
  { name: "lint, boundaries, cycles", command: bin("oxlint/bin/oxlint") },
  { name: "format", command: bin("oxfmt/bin/oxfmt", "--check") },
  { name: "unused code", command: bin("knip/bin/knip.js", "--no-progress") },
  { name: "lock file", command: [node, "tools/gate/check-lock.mjs"] },
  { name: "documents", command: tool("tools/gate/check-docs.ts") },
];
