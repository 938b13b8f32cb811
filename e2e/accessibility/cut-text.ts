import type { Page } from "@playwright/test";

/**
 * The texts that a box cuts off. Not counted: visually hidden text, pictures (a cover made from its title), and text
 * clamped on purpose whose full text is the accessible name and one click away.
 */
export const cutTexts = (page: Page) =>
  page.evaluate(() => {
    const onPurpose = (style: CSSStyleDeclaration) =>
      style.webkitLineClamp !== "none" || style.textOverflow === "ellipsis" || style.clipPath !== "none";
    // not every overflow is text: the click area of a table's row is wider than its table
    const isCutOnPurpose = (element: Element | null, box: Element): boolean =>
      element !== null &&
      element !== box &&
      (onPurpose(getComputedStyle(element)) || isCutOnPurpose(element.parentElement, box));
    const textOutside = (box: HTMLElement, isLower: boolean, isFurther: boolean): string | undefined => {
      const { left, top, right, bottom } = box.getBoundingClientRect();
      const range = document.createRange();
      const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (!text.textContent?.trim() || isCutOnPurpose(text.parentElement, box)) continue;
        range.selectNodeContents(text);
        for (const rect of range.getClientRects()) {
          if (isFurther && (rect.left < left - 1 || rect.right > right + 1)) return text.textContent;
          if (isLower && (rect.top < top - 1 || rect.bottom > bottom + 1)) return text.textContent;
        }
      }
      return undefined;
    };
    const cuts = (value: string) => value === "hidden" || value === "clip";
    return [...document.querySelectorAll<HTMLElement>("body *")]
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((element) => !element.closest("[aria-hidden=true], svg") && element.innerText?.trim())
      .flatMap((element) => {
        const style = getComputedStyle(element);
        if (onPurpose(style)) return [];
        // what scrolls in one direction cuts only in the other
        const isLower = cuts(style.overflowY) && element.scrollHeight > element.clientHeight + 1;
        const isFurther = cuts(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
        const text = isLower || isFurther ? textOutside(element, isLower, isFurther) : undefined;
        return text === undefined ? [] : [`${element.tagName} ${element.className}: ${text}`];
      });
  });
