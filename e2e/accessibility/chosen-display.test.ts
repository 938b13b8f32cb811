import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/test.ts";
import { lookAtAll } from "./ten-screens.ts";

/** Fields without a border of their own or of their box. */
const withoutEdge = (page: Page) =>
  page.locator("input:not([type=radio], [type=checkbox], [type=file]), select, textarea").evaluateAll((fields) => {
    const hasEdge = (element: Element | null) => {
      if (!element) return false;
      const { borderBottomStyle, borderBottomWidth, borderBottomColor, backgroundColor } = getComputedStyle(element);
      return (
        borderBottomStyle !== "none" && parseFloat(borderBottomWidth) >= 1 && borderBottomColor !== backgroundColor
      );
    };
    return fields
      .filter((field) => field.checkVisibility({ visibilityProperty: true }))
      .filter((field) => !hasEdge(field) && !hasEdge(field.parentElement))
      .map((field) => field.outerHTML.slice(0, 120));
  });

/** Selected, current, or disabled elements that look like their neighbors without color. */
const untoldStates = (page: Page) =>
  page.evaluate(() => {
    const told = "[aria-current], [aria-disabled=true], :disabled, label:has(:checked)";
    const look = (element: Element) => {
      const { color, backgroundColor, borderInlineStart, borderBottomColor } = getComputedStyle(element);
      const { backgroundColor: mark, content } = getComputedStyle(element, "::after");
      return [color, backgroundColor, borderInlineStart, borderBottomColor, content === "none" ? "" : mark].join();
    };
    // native checkboxes and radio buttons show their state themselves
    const drawn = (element: Element) =>
      [...element.querySelectorAll("input")].some((input) => getComputedStyle(input).opacity !== "0");
    return [...document.querySelectorAll(told)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !drawn(element))
      .filter((element) => {
        const group = element.closest("ul, ol, fieldset, [data-quantity]")?.querySelectorAll(element.tagName) ?? [];
        const other = [...group].find((peer) => !peer.matches(told));
        return other && look(other) === look(element);
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });

/** Focus stops without an outline on themselves or on their box. */
const unseenStops = (page: Page) =>
  page
    .locator("a[href], button:not(:disabled), input:not(:disabled), select, textarea")
    .evaluateAll((stops: HTMLElement[]) => {
      const outlined = (element: Element) =>
        [undefined, "::after"].some((part) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
          return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
        });
      return stops
        .filter((stop) => stop.checkVisibility({ visibilityProperty: true }) && !stop.closest("[inert]"))
        .filter((stop) => {
          stop.focus({ preventScroll: true, focusVisible: true });
          for (let at: Element | null = stop; at; at = at.parentElement) if (outlined(at)) return false;
          return true;
        })
        .map((stop) => stop.outerHTML.slice(0, 120));
    });

test("forced colors keep the edges of fields, the focus, and the selection visible", async ({
  library,
  someoneElse,
}) => {
  test.setTimeout(180_000);
  const look = async (page: Page, { name }: { name: string }) => {
    expect.soft(await withoutEdge(page), `${name}: without an edge`).toEqual([]);
    expect.soft(await untoldStates(page), `${name}: a state not told`).toEqual([]);
    expect.soft(await unseenStops(page), `${name}: the focus not seen`).toEqual([]);
  };
  await lookAtAll(library.address, someoneElse, look, { forcedColors: "active" });
});

test("visitors who prefer reduced motion see none", async ({ library, someoneElse }) => {
  test.setTimeout(180_000);
  await lookAtAll(
    library.address,
    someoneElse,
    async (page, { name }) => {
      const moving = await page.evaluate(() => {
        const time = (text: string) => parseFloat(text) * (text.endsWith("ms") ? 1 : 1000);
        const longest = (list: string) => Math.max(...list.split(", ").map(time));
        const moves = ({ animationName, animationDuration, transitionDuration, scrollBehavior }: CSSStyleDeclaration) =>
          (animationName !== "none" && longest(animationDuration) > 1) ||
          longest(transitionDuration) > 1 ||
          scrollBehavior === "smooth";
        const parts = [undefined, "::before", "::after", "::backdrop"];
        return [...document.querySelectorAll("html, body *")]
          .filter((element) => parts.some((part) => moves(getComputedStyle(element, part))))
          .map((element) => `${element.tagName} ${element.className}`);
      });
      expect.soft(moving, name).toEqual([]);
    },
    { reducedMotion: "reduce" },
  );
});
