import type { Page } from "@playwright/test";

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
        if (!text.textContent?.trim() || isCutOnPurpose(text.parentElement, box)) continue;
        range.selectNodeContents(text);
        for (const rect of range.getClientRects())
          if (rect.left < left - 1 || rect.top < top - 1 || rect.right > right + 1 || rect.bottom > bottom + 1)
            return text.textContent;
      }
      return undefined;
    };
    const cuts = (value: string) => value === "hidden" || value === "clip";
    return [...document.querySelectorAll<HTMLElement>("body *")]
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((element) => !element.closest("[aria-hidden=true], svg") && element.innerText?.trim())
      .filter((element) => {
        const style = getComputedStyle(element);
        if (onPurpose(style)) return false;
        const lower = cuts(style.overflowY) && element.scrollHeight > element.clientHeight + 1;
        const further = cuts(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
        return lower || further;
      })
      .flatMap((element) => {
        const text = textOutside(element);
        return text === undefined ? [] : [`${element.tagName} ${element.className}: ${text}`];
      });
  });
