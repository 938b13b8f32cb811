import { expect, inject, it } from "vitest";
import { render } from "vitest-browser-react";
import { Cover, fitTitle } from "./cover.tsx";
import { page } from "vitest/browser";

declare module "vitest" {
  export interface ProvidedContext {
    demonstrationTitles: string[];
  }
}

/** The widest subject, at two lines. */
const subject = "Alcohol, nicotina y otras drogas";
const furtherTitles = [
  "Electroencefalografía y otorrinolaringología para principiantes",
  "Propagación",
  "Swimming",
  "Kidnapped",
  "Interdisziplinäre Gesundheitserziehung",
  "¿Quién soy yo? Jóvenes, ñandúes y pingüinos",
  "Health/wellness/mindfulness/relationships",
  "健康教育与学校卫生工作手册第二版",
  "Здоровье и воспитание школьников",
  "MAXIMUM WOW: MMM WWW",
  `${"Word ".repeat(29)}end..`.slice(0, 150),
];
/** The narrowest and widest covers, without and with the subject; in between only the scale changes. */
const places = [
  { width: 36, subjects: "none" },
  { width: 120, subjects: "" },
  { width: 304, subjects: "" },
];

async function showAll(titles: readonly string[], ribbon?: string) {
  await document.fonts.load('640 20px "Fraunces"');
  const { container } = await render(
    <>
      {/* laid out but not painted, because painting two thousand covers takes long */}
      <style>{"#covers, #covers * { content-visibility: visible !important; visibility: hidden !important }"}</style>
      <div id="covers" style={{ display: "grid", gap: 4 }}>
        {titles.map((title) => (
          <Cover key={title} tone="book" icon={<svg />} title={title} smallLine={subject} ribbon={ribbon} />
        ))}
      </div>
    </>,
  );
  const covers = container.querySelector<HTMLElement>("#covers");
  if (!covers) throw new Error("There are no covers.");
  return {
    covers: [...covers.children],
    show: ({ width, subjects }: (typeof places)[number]) => {
      covers.style.gridTemplateColumns = `repeat(8, ${width}px)`;
      covers.style.setProperty("--cover-width", `${width}px`);
      covers.style.setProperty("--cover-subject", subjects);
    },
  };
}

/** Returns a cover's title and a function that measures its lines. */
function titleOf(cover: Element) {
  const title = cover.querySelector("[aria-hidden] span:not(:has(svg)):last-of-type");
  const text = title?.firstChild;
  if (!(title instanceof HTMLElement) || !(text instanceof Text)) throw new Error("A cover has no title.");
  const range = document.createRange();
  const rectsOf = (from: number, to: number) => {
    range.setStart(text, from);
    range.setEnd(text, to);
    return [...range.getClientRects()];
  };
  return { title, text: text.data, rectsOf };
}

/** Returns which of the three longest words break across lines; a hyphen or slash ends a word. */
function brokenWords(cover: Element): string[] {
  const { text, rectsOf } = titleOf(cover);
  const words = [...text.matchAll(/[^\s\u200b–—⺀-￯-]+/g)].toSorted(([a], [b]) => b.length - a.length);
  return words.slice(0, 3).flatMap(({ 0: word, index }) => {
    const lines = new Set(rectsOf(index, index + word.length).map(({ top }) => Math.round(top)));
    return lines.size > 1 ? [word] : [];
  });
}

/** Returns what is wrong with a title's position. */
function positionErrors(cover: Element): string[] {
  const { title, text, rectsOf } = titleOf(cover);
  const frame = cover.getBoundingClientRect();
  const icon = cover.querySelector("svg")?.parentElement?.getBoundingClientRect();
  const lines = rectsOf(0, text.length);
  const cut = title.scrollHeight > title.clientHeight + 1 && getComputedStyle(title).overflow !== "visible";
  const over = lines.some(
    (line) =>
      icon && line.bottom > icon.top && line.top < icon.bottom && line.right > icon.left && line.left < icon.right,
  );
  const out = lines.some((line) => line.bottom > frame.bottom || line.right > frame.right || line.left < frame.left);
  return [cut && "cut", over && "over the icon", out && "out of the cover"].flatMap((wrong) => wrong || []);
}

it("covers of all demonstration titles break no word, cut no title, and keep clear of the icon, from the narrowest to the widest", async () => {
  const titles = [...new Set([...inject("demonstrationTitles"), ...furtherTitles])];
  const { covers, show } = await showAll(titles);
  for (const place of places) {
    show(place);
    const wrong = covers.flatMap((cover) => {
      const errors = [...brokenWords(cover), ...positionErrors(cover)];
      return errors.length > 0 ? [`${titleOf(cover).text}: ${errors.join(", ")}`] : [];
    });
    expect(wrong, `at ${place.width} px`).toEqual([]);
  }
});

/** Returns the title if the band covers some of its text. */
function coveredByBand(cover: Element): string[] {
  const band = cover.lastElementChild?.getBoundingClientRect();
  const words = cover.querySelector("[aria-hidden] > div:last-of-type");
  if (!band || !words) throw new Error("A cover has no band or no text.");
  const range = document.createRange();
  range.selectNodeContents(words);
  const isUnder = ({ top, bottom }: DOMRect) => bottom > band.top + 0.5 && top < band.bottom - 0.5;
  return [...range.getClientRects()].some(isUnder) ? [titleOf(cover).text] : [];
}

it("the out-of-stock band covers no text", async () => {
  const titles = [...new Set([...inject("demonstrationTitles"), ...furtherTitles])];
  const { covers, show } = await showAll(titles, "Out of Stock");
  for (const place of places.slice(1)) {
    show(place);
    expect(covers.flatMap(coveredByBand), `at ${place.width} px`).toEqual([]);
  }
});

it("a short title is large, a long one small, and none unreadably small", () => {
  expect(fitTitle("Sleep", 79, 53, 15)).toBe(15);
  expect(fitTitle("Questions and answers for teachers", 79, 53, 15)).toBeLessThan(15);
  expect(fitTitle("x".repeat(150), 79, 53, 15)).toBeUndefined();
});

const blank = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
const cover = (src: string | null) => (
  <div style={{ width: 120 }}>
    <Cover tone="book" icon={null} title="Actor washing" src={src} alt="Two hands." eager />
  </div>
);

it("a cover shows its picture with alternative text", async () => {
  await render(cover(blank));
  await expect.element(page.getByRole("img", { name: "Two hands." })).toBeVisible();
  expect(page.getByText("Actor washing").query()).toBeNull();
});

it("a cover whose picture fails to load shows the generated one, and later a new picture", async () => {
  const screen = await render(cover("data:image/gif;base64,broken"));
  await expect.element(page.getByText("Actor washing")).toBeVisible();
  await screen.rerender(cover(blank));
  await expect.element(page.getByRole("img", { name: "Two hands." })).toBeVisible();
});
