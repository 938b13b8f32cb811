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
    const isVisuallyHidden = (element: Element | null, box: Element): boolean =>
      element !== null &&
      element !== box &&
      (getComputedStyle(element).clipPath !== "none" || isVisuallyHidden(element.parentElement, box));
    const hasTextOutside = (box: HTMLElement) => {
      const { left, top, right, bottom } = box.getBoundingClientRect();
      const range = document.createRange();
      const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (!text.textContent?.trim() || isVisuallyHidden(text.parentElement, box)) continue;
        range.selectNodeContents(text);
        for (const rect of range.getClientRects())
          if (rect.left < left - 1 || rect.top < top - 1 || rect.right > right + 1 || rect.bottom > bottom + 1)
            return true;
      }
      return false;
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
        return (lower || further) && hasTextOutside(element);
      })
      .map((element) => `${element.tagName} ${element.className}: ${element.innerText.slice(0, 60)}`);
  });
