import { afterEach, beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Table } from "./table.tsx";

const titles = ["Water", "Sleep", "Bread"];

/** Returns the link that a press in the middle of the element would follow. */
function linkUnder(element: Element): string | null | undefined {
  const { left, width, top, height } = element.getBoundingClientRect();
  return document
    .elementFromPoint(left + width / 2, top + height / 2)
    ?.closest("a")
    ?.getAttribute("href");
}

const webKit = document.createElement("style");
// WebKit ignores position: relative on a row
webKit.textContent = "tr { position: static !important }";

beforeEach(async () => {
  document.head.append(webKit);
  await page.viewport(1280, 800);
  await render(
    <>
      <h1>Titles</h1>
      <Table
        caption="Titles"
        rows={titles}
        rowKey={(title) => title}
        columns={[
          { head: "SKU", cell: (title) => `#${title}` },
          {
            head: "Title",
            names: true,
            cell: (title) => (
              <a href={`#view-${title}`} data-row-link>
                {title}
              </a>
            ),
          },
          { head: "Edit", cell: (title) => <a href={`#edit-${title}`}>Edit {title}</a> },
        ]}
      />
      <p>Below</p>
    </>,
  );
});
afterEach(() => webKit.remove());

it("a row link covers its row and nothing else, even in WebKit", () => {
  for (const title of titles) {
    expect(linkUnder(page.getByText(`#${title}`).element())).toBe(`#view-${title}`);
    expect(linkUnder(page.getByText(`Edit ${title}`).element())).toBe(`#edit-${title}`);
  }
  expect(linkUnder(page.getByRole("heading").element())).toBeUndefined();
  expect(linkUnder(page.getByText("Below").element())).toBeUndefined();
  expect(linkUnder(page.getByRole("columnheader", { name: "SKU" }).element())).toBeUndefined();
});
