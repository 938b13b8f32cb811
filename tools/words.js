/** Words with a better one in the glossary, or that nobody here would say to a coworker. */
const words = new Map([
  ["anew", "again"],
  ["(?<!STATUS:)cancelled", "canceled"], // iCalendar writes it so
  ["mend|mends|mended|mending", "fix, repair, or correct"],
  ["of before", "previous"],
  ["parcel|parcels", "package"],
  ["second step", "two-step verification"],
  ["security trail", "sign-in log"],
  ["stock-?takes?", "inventory count"],
  ["thesaurus", "synonyms"],
  ["ticked", "checked"],
  ["turnstile", "limit"],
  ["who (?:is|are) no", "a noun, such as visitors or non-staff"],
  ["whoever", "a noun"],
]);
const patterns = [...words].map(([word, better]) => ({ pattern: new RegExp(`\\b(?:${word})\\b`, "i"), better }));

/**
 * @typedef {{ value?: unknown }} Text
 * @typedef {{ sourceCode: { getAllComments(): Text[] }; report(problem: { node: unknown; message: string }): void }} Context
 * @param {Context} context
 */
function create(context) {
  /** @type {(node: unknown, text: unknown) => void} */
  const check = (node, text) => {
    if (typeof text !== "string") return;
    for (const { pattern, better } of patterns) {
      const [match] = pattern.exec(text) ?? [];
      if (match) context.report({ node, message: `Instead of "${match}", write ${better}: see docs/glossary.md.` });
    }
  };
  return {
    Program() {
      for (const comment of context.sourceCode.getAllComments()) check(comment, comment.value);
    },
    /** @param {Text} node */
    Literal: (node) => check(node, node.value),
    /** @param {Text} node */
    JSXText: (node) => check(node, node.value),
    /** @param {{ value: { raw: string } }} node */
    TemplateElement: (node) => check(node, node.value.raw),
  };
}

export const plainWords = { create };
