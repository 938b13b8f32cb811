import type { Page } from "@playwright/test";
import { titles } from "./every-screen.ts";

/** Returns how far the header, the heading, each part of the page, and the footer are from the left edge of their frame. */
export const edgesOf = (page: Page) =>
  page.evaluate(() => {
    const heading = document.querySelector("main h1");
    const edge = heading?.getBoundingClientRect().left ?? 0;
    let around = heading?.parentElement; // ends as the first padded ancestor
    while (around && around.getBoundingClientRect().left >= edge) around = around.parentElement;
    const parts = [
      { part: document.querySelector("header > div > :first-child") },
      { part: heading, frame: around },
      ...[...(around?.children ?? [])].map((part) => ({ part, frame: around })),
      { part: document.querySelector("footer > div:last-child > :first-child") },
    ];
    const edges = parts.flatMap(({ part, frame = part?.parentElement }) => {
      const { left = 0, width = 0 } = part?.getBoundingClientRect() ?? {};
      return width > 1 ? Math.round(left - (frame?.getBoundingClientRect().left ?? 0)) : [];
    });
    return [...new Set(edges)];
  });

/** Returns the elements that mark a title with the wrong language (WCAG 3.1.2). */
export const misreadTitles = (page: Page) =>
  page.evaluate((languages) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const elements: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const language = languages.find(([, title]) => title === text.textContent?.trim())?.[0];
      const around = text.parentElement?.closest("[lang], ins, del"); // the activity log has input in any language
      if (language !== undefined && around?.matches("[lang]") && around.getAttribute("lang") !== language)
        elements.push(text.parentElement?.outerHTML ?? "");
    }
    return elements;
  }, Object.entries(titles));

/** Returns fields without a border, either their own or their box's. */
export const withoutEdge = (page: Page) =>
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

/** Returns selected, current, or disabled elements that look like their neighbors without color. */
export const statesByColor = (page: Page) =>
  page.evaluate(() => {
    const stateSelector = "[aria-current], [aria-disabled=true], :disabled, label:has(:checked)";
    const look = (element: Element) => {
      const { color, backgroundColor, borderInlineStart, borderBottomColor } = getComputedStyle(element);
      const { backgroundColor: mark, content } = getComputedStyle(element, "::after");
      return [color, backgroundColor, borderInlineStart, borderBottomColor, content === "none" ? "" : mark].join();
    };
    // native checkboxes and radio buttons show their state themselves
    const showsInput = (element: Element) =>
      [...element.querySelectorAll("input")].some((input) => getComputedStyle(input).opacity !== "0");
    return [...document.querySelectorAll(stateSelector)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !showsInput(element))
      .filter((element) => {
        const group = element.closest("ul, ol, fieldset, [data-quantity]")?.querySelectorAll(element.tagName) ?? [];
        const other = [...group].find((peer) => !peer.matches(stateSelector));
        return other && look(other) === look(element);
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });

/** Returns elements that move or fade for longer than a moment. */
export const movingParts = (page: Page) =>
  page.evaluate(() => {
    const time = (text: string) => parseFloat(text) * (text.endsWith("ms") ? 1 : 1000);
    const maxTime = (list: string) => Math.max(...list.split(", ").map(time));
    const moves = ({ animationName, animationDuration, transitionDuration, scrollBehavior }: CSSStyleDeclaration) =>
      (animationName !== "none" && maxTime(animationDuration) > 1) ||
      maxTime(transitionDuration) > 1 ||
      scrollBehavior === "smooth";
    const parts = [undefined, "::before", "::after", "::backdrop"];
    return [...document.querySelectorAll("html, body *")]
      .filter((element) => parts.some((part) => moves(getComputedStyle(element, part))))
      .map((element) => `${element.tagName} ${element.className}`);
  });

/** Moves the focus through the page; returns every stop without an outline, and every one that something covers. */
export const badStops = (page: Page) =>
  page.evaluate(async () => {
    const focusable = "a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex='0']";
    const hasOutline = (element: Element) =>
      [undefined, "::after"].some((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
        return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
      });
    const isSeen = (element: Element) => {
      const box = (element.closest("label") ?? element).getBoundingClientRect();
      return [0.1, 0.5, 0.9].some((x) =>
        [0.1, 0.5, 0.9].some((y) => {
          const top = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
          return top && (element.contains(top) || top.contains(element) || top.closest("label")?.contains(element));
        }),
      );
    };
    const bad: string[] = [];
    for (const stop of document.querySelectorAll<HTMLElement>(focusable)) {
      if (!stop.checkVisibility({ visibilityProperty: true }) || stop.closest("[inert]") || stop.tabIndex < 0) continue;
      stop.focus({ focusVisible: true });
      await Promise.resolve(); // React closes what the previous stop had opened
      const name = stop.outerHTML.slice(0, 120);
      if (!isSeen(stop)) bad.push(`covered: ${name}`);
      let around: Element | null = stop;
      while (around && !hasOutline(around)) around = around.parentElement;
      if (!around) bad.push(`without outline: ${name}`);
    }
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    scrollTo(0, 0);
    return bad;
  });

/**
 * Returns the texts that a box cuts off, except visually hidden text, pictures (such as drawn covers), and text clamped on
 * purpose, whose full text is the accessible name and one click away.
 */
export const cutTexts = (page: Page) =>
  page.evaluate(() => {
    const onPurpose = (style: CSSStyleDeclaration) =>
      style.webkitLineClamp !== "none" || style.textOverflow === "ellipsis" || style.clipPath !== "none";
    // not every overflow is text: the click area of a row is wider than its table
    const isCutOnPurpose = (element: Element | null, box: Element): boolean =>
      element !== null &&
      element !== box &&
      (onPurpose(getComputedStyle(element)) || isCutOnPurpose(element.parentElement, box));
    const textOutside = (box: HTMLElement): string | undefined => {
      const { left, top, right, bottom } = box.getBoundingClientRect();
      const range = document.createRange();
      const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (!text.textContent?.trim() || text.parentElement?.closest("[aria-hidden=true]")) continue;
        if (isCutOnPurpose(text.parentElement, box)) continue;
        range.selectNodeContents(text);
        for (const rect of range.getClientRects())
          if (rect.left < left - 1 || rect.top < top - 1 || rect.right > right + 1 || rect.bottom > bottom + 1)
            return text.textContent;
      }
      return undefined;
    };
    const cuts = (value: string) => value === "hidden" || value === "clip";
    return [...document.querySelectorAll<HTMLElement>("body *")]
      .filter((element) => {
        const style = getComputedStyle(element);
        if (onPurpose(style)) return false;
        const lower = cuts(style.overflowY) && element.scrollHeight > element.clientHeight + 1;
        const further = cuts(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
        return lower || further;
      })
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((element) => !element.closest("[aria-hidden=true], svg") && element.innerText?.trim())
      .flatMap((element) => {
        const text = textOutside(element);
        return text === undefined ? [] : [`${element.tagName} ${element.className}: ${text}`];
      });
  });
