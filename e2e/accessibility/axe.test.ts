import { findByAxe } from "#e2e/steps/axe.ts";
import { expect, test } from "#e2e/test.ts";
import { lookAtAll } from "./ten-screens.ts";

// every axe rule, including experimental and AAA ones
const tags = ["wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice", "experimental"];

const off = {
  // AAA requires 7:1 for every text; the goal is AA, whose 4.5:1 is checked by color-contrast and by the tokens' own
  // test
  "color-contrast-enhanced": { enabled: false },
};

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing on the ten main screens, in ${colorScheme} colors`, async ({ library, someoneElse }) => {
    test.setTimeout(180_000);
    await lookAtAll(
      library.address,
      someoneElse,
      async (page, { name }) => {
        const violations = await findByAxe(page, { runOnly: { type: "tag", values: tags }, rules: off });
        const found = violations.map(({ id, help, nodes }) => ({
          rule: `${id}: ${help}`,
          where: nodes.map(({ html }) => html.slice(0, 200)).slice(0, 5),
        }));
        expect.soft(found, name).toEqual([]);
      },
      { colorScheme },
    );
  });
}
