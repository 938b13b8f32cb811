import path from "node:path";

/**
 * Code may not decide by a sentence, because sentences are for people and change with the next edit or language. Use a
 * refusal's `reason`, or the status of another failure.
 */
const advice = "Decide by the reason or the status, not by the sentence: see “Add a refusal” in CONTRIBUTING.md.";

const comparing = new Set(["===", "!==", "==", "!="]);
const matching = new Set([
  "startsWith",
  "endsWith",
  "includes",
  "indexOf",
  "match",
  "matchAll",
  "search",
  "split",
  "test",
  "exec",
  "has",
]);
const catalogs = new Set(["messages", "ownMessages", "importMessages", "plainRefusals"]);

/**
 * @typedef {{ type: string; name?: string; value?: unknown; operator?: string; computed?: boolean; left?: Node;
 *   right?: Node; object?: Node; property?: Node; callee?: Node; expression?: Node; arguments?: Node[];
 *   discriminant?: Node; test?: Node | null }} Node
 * @typedef {{ filename: string; report(problem: { node: unknown; message: string }): void }} Context
 */

/** @type {(node: Node | undefined) => Node | undefined} */
const bare = (node) => (node?.type === "ChainExpression" ? bare(node.expression) : node);

/**
 * Whether an expression is a sentence: an error's `message`, or a value of the contract's messages.
 * @param {Node | null | undefined} expression
 * @returns {boolean}
 */
function isSentence(expression) {
  const node = bare(expression ?? undefined);
  if (node?.type === "MemberExpression") return (!node.computed && node.property?.name === "message") || isListed(node);
  if (node?.type === "LogicalExpression") return isSentence(node.left) || isSentence(node.right);
  return node?.type === "CallExpression" && isListed(bare(node.callee));
}

/** @type {(node: Node | undefined) => boolean} */
const isListed = (node) =>
  node?.type === "MemberExpression" &&
  ((node.object?.type === "Identifier" && catalogs.has(node.object.name ?? "")) || isListed(bare(node.object)));

/** Comparing with nothing is allowed: it only checks whether there is a sentence. @type {(node: Node | undefined) => boolean} */
const isNothing = (node) =>
  (node?.type === "Literal" && (node.value === null || node.value === "")) ||
  (node?.type === "Identifier" && node.name === "undefined");

/** @param {Context} context */
function create(context) {
  const file = path.relative(process.cwd(), context.filename);
  if (/\.test\.tsx?$|^(server[\\/]test|e2e|tools)[\\/]/.test(file)) return {};
  /** @param {Node} node */
  const report = (node) => context.report({ node, message: advice });
  return {
    /** @param {Node} node */
    BinaryExpression(node) {
      const { left, right, operator = "" } = node;
      if (!comparing.has(operator) || isNothing(left) || isNothing(right)) return;
      if (isSentence(left) || isSentence(right)) report(node);
    },
    /** @param {Node} node */
    CallExpression(node) {
      const callee = bare(node.callee);
      if (callee?.type !== "MemberExpression" || !matching.has(callee.property?.name ?? "")) return;
      if ([callee.object, ...(node.arguments ?? [])].some(isSentence)) report(node);
    },
    /** @param {Node} node */
    SwitchStatement(node) {
      if (isSentence(node.discriminant)) report(node);
    },
    /** @param {Node} node */
    SwitchCase(node) {
      if (isSentence(node.test)) report(node);
    },
  };
}

export const sentences = { create };
