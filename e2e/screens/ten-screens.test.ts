import type { BrowserContextOptions, Page } from "@playwright/test";
import { asClerk, clerkOf } from "#e2e/steps/as-clerk.ts";
import { narrowest } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";
import { callerAt } from "#e2e/steps/api.ts";
import { expectWhole, reader, type Screen, screensOf, spacing } from "./every-screen.ts";
import { type ScreenName, screenNames, shapes } from "./shapes.ts";

/** Returns fields without a border, either their own or their box's. */
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

/** Returns selected, current, or disabled elements that look like their neighbors without color. */
const statesByColor = (page: Page) =>
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

/** Returns tab stops without an outline on themselves or on their box. */
const unseenStops = (page: Page) =>
  page
    .locator("a[href], button:not(:disabled), input:not(:disabled), select, textarea")
    .evaluateAll((stops: HTMLElement[]) => {
      const hasOutline = (element: Element) =>
        [undefined, "::after"].some((part) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
          return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
        });
      return stops
        .filter((stop) => stop.checkVisibility({ visibilityProperty: true }) && !stop.closest("[inert]"))
        .filter((stop) => {
          stop.focus({ preventScroll: true, focusVisible: true });
          for (let at: Element | null = stop; at; at = at.parentElement) if (hasOutline(at)) return false;
          return true;
        })
        .map((stop) => stop.outerHTML.slice(0, 120));
    });

/** Returns elements that move or fade for longer than a moment. */
const movingParts = (page: Page) =>
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

/** Tabs through the page and back to the top; returns every stop that something covers. */
async function hiddenStops(page: Page): Promise<string[]> {
  const hidden: string[] = [];
  for (let press = 0; press < 150; press += 1) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return "end";
      const again = element.hasAttribute("data-walked");
      element.setAttribute("data-walked", "");
      if (again) return "end";
      const box = (element.closest("label") ?? element).getBoundingClientRect();
      const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const));
      const isSeen = points.some(([x, y]) => {
        const top = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
        return top && (element.contains(top) || top.contains(element) || top.closest("label")?.contains(element));
      });
      return isSeen ? "seen" : `${element.outerHTML.slice(0, 100)} at ${Math.round(box.top)}`;
    });
    if (stop === "end") return hidden;
    if (stop !== "seen") hidden.push(stop);
  }
  return hidden;
}

/**
 * Returns the texts that a box cuts off, except visually hidden text, pictures (such as drawn covers), and text clamped on
 * purpose, whose full text is the accessible name and one click away.
 */
const cutTexts = (page: Page) =>
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

/** The ten main screens: who sees each, and its address. */
const mainScreens: Record<ScreenName, readonly [who: Screen["who"], path: RegExp]> = {
  home: ["visitor", /^\/home$/],
  "user home": ["visitor", /^\/user\/home$/],
  inventories: ["visitor", /^\/user\/inventories$/],
  "view item": ["visitor", /^\/user\/viewitem\/1$/],
  login: ["visitor", /^\/user\/login$/],
  cart: ["borrower", /^\/user\/cartitems$/],
  "orders of a borrower": ["borrower", /^\/user\/orderlist\/\d+$/],
  dashboard: ["admin", /^\/admin\/dashboard$/],
  orders: ["admin", /^\/admin\/orderlist$/],
  "edit order": ["admin", /^\/admin\/editorder\/\d+$/],
};

/** Visits each of the ten screens; each of the three people has their own page. */
async function lookAtAll(
  { address, opens }: { address: string; opens: (options: BrowserContextOptions) => Promise<Page> },
  options: BrowserContextOptions,
  look: (page: Page, name: ScreenName) => Promise<void>,
): Promise<void> {
  const screens = await screensOf(address);
  const [visitor, borrower, admin] = [await opens(options), await opens(options), await opens(options)];
  await (await callerAt(address, { ...reader, userTypeId: 2 })).enter(borrower);
  await (await clerkOf(address)).enter(admin);
  const pages = { visitor, borrower, admin };
  for (const name of screenNames) {
    const [who, path] = mainScreens[name];
    const page = pages[who];
    await page.goto(screens.find((screen) => screen.who === who && path.test(screen.path))?.path ?? name);
    await expectWhole(page);
    await look(page, name);
  }
}

test("a main screen has the right structure, shows the focus, and follows the system's settings", async ({
  library,
  someoneElse,
}) => {
  test.setTimeout(180_000);
  const options = { viewport: { width: 1280, height: 600 }, reducedMotion: "reduce" } as const;
  await lookAtAll({ address: library.address, opens: someoneElse }, options, async (page, name) => {
    const shape = shapes[name];
    if (shape) await expect.soft(page.locator("body"), name).toMatchAriaSnapshot(shape);
    expect.soft(await movingParts(page), `${name}: moves`).toEqual([]);
    expect.soft(await hiddenStops(page), `${name}: covers the focus`).toEqual([]);
    await page.emulateMedia({ forcedColors: "active" });
    expect.soft(await withoutEdge(page), `${name}: without an edge`).toEqual([]);
    expect.soft(await statesByColor(page), `${name}: a state that only color shows`).toEqual([]);
    expect.soft(await unseenStops(page), `${name}: a focus that nothing shows`).toEqual([]);
    await page.emulateMedia({ forcedColors: "none" });
  });
});

test("a main screen at 400% hides no focus and cuts off no widely spaced text", async ({ library, someoneElse }) => {
  test.setTimeout(180_000);
  const viewport = { width: 320, height: 400 };
  // the content security policy would block the reader's own style
  const options = { viewport, bypassCSP: true };
  await lookAtAll({ address: library.address, opens: someoneElse }, options, async (page, name) => {
    await page.setViewportSize(viewport);
    expect.soft(await hiddenStops(page), `${name}: covers the focus`).toEqual([]);
    await page.setViewportSize(narrowest);
    expect.soft(await cutTexts(page), `${name}: cut`).toEqual([]);
    await page.addStyleTag({ content: spacing });
    expect.soft(await cutTexts(page), `${name}: cut when spaced widely`).toEqual([]);
  });
});

test("the label under an icon of the staff menu stays while the pointer rests on it", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 }); // no room for the words of all icons
  await asClerk(page, "/admin/dashboard");
  const orders = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Orders" });
  const words = orders.getByText("Orders");
  await expect(words).toHaveCSS("opacity", "0");
  await orders.hover();
  await expect(words).toHaveCSS("opacity", "1");
  await words.hover();
  await expect(words).toHaveCSS("opacity", "1");
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(words).toHaveCSS("opacity", "0");
  await orders.focus();
  await expect(words).toHaveCSS("opacity", "1");
});
