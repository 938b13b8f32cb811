import { findByAxe } from "#e2e/steps/axe.ts";
import { expect, test } from "#e2e/test.ts";
import { lookAtAll } from "./ten-screens.ts";

// every rule of axe, the experimental ones and those of level AAA included
const tags = ["wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice", "experimental"];

const off = {
  // level AAA asks 7:1 of every text; the aim is AA, whose 4.5:1 is held by color-contrast and by the tokens' own test
  "color-contrast-enhanced": { enabled: false },
};

for (const colorScheme of ["light", "dark"] as const) {
  test(`no rule of axe finds anything on the ten main screens, in ${colorScheme} colours`, async ({
    library,
    someoneElse,
  }) => {
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
