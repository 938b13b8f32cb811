import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { memoryHistory } from "#web/test/memory-history.ts";
import { Router } from "#web/ui/router/router.tsx";
import { Footer } from "./footer.tsx";
import type { Presentation } from "./site-content.ts";

const lines = ["Lending Library", "500 Library Way", "Fresno, CA 93721"];
const content = {
  name: "The Library",
  copyright: "© 2026",
  phones: [],
  email: "",
  maintainedBy: "",
  agencies: [],
  socialLinks: [],
};

async function footer(presentation: Presentation, postalAddress: string) {
  await render(
    <Router history={memoryHistory("/user/home")}>
      <Footer content={{ ...content, postalAddress }} presentation={presentation} />
    </Router>,
  );
  return page.getByRole("contentinfo");
}

for (const presentation of ["inventory", "marketing"] as const)
  it(`says where parcels go back to, once somebody has said it, in the ${presentation} presentation`, async () => {
    const said = await footer(presentation, lines.join("\n"));
    for (const line of lines) await expect.element(said).toHaveTextContent(line);
  });

it("has no empty line where nobody has said it", async () => {
  const said = await footer("inventory", "");
  await expect.element(said).toHaveTextContent("© 2026");
  expect([...said.element().querySelectorAll("span")].filter((span) => span.textContent === "")).toEqual([]);
});
