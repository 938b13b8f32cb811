import type { Page } from "@playwright/test";

/**
 * The texts that a box cuts off. Not counted: visually hidden text, pictures (a cover made from its title), and text
 * clamped on purpose whose full text is the accessible name and one click away.
 */
export const cutTexts = (page: Page) =>
  page.evaluate(() => {
    const onPurpose = (style: CSSStyleDeclaration) =>
      style.webkitLineClamp !== "none" || style.textOverflow === "ellipsis" || style.clipPath !== "none";
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
      .map((element) => `${element.tagName} ${element.className}: ${element.innerText.slice(0, 60)}`);
  });
