import type { BrowserContextOptions, Page } from "@playwright/test";
import { asClerk, clerkOf } from "#e2e/steps/as-clerk.ts";
import { narrowest } from "#e2e/steps/screens.ts";
import { expect, test } from "#e2e/test.ts";
import { keep, newBorrower } from "#e2e/steps/api.ts";
import { type ScreenName, shapes } from "./shapes.ts";

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
    const marked = "[aria-current], [aria-disabled=true], :disabled, label:has(:checked)";
    const look = (element: Element) => {
      const { color, backgroundColor, borderInlineStart, borderBottomColor } = getComputedStyle(element);
      const { backgroundColor: mark, content } = getComputedStyle(element, "::after");
      return [color, backgroundColor, borderInlineStart, borderBottomColor, content === "none" ? "" : mark].join();
    };
    // native checkboxes and radio buttons show their state themselves
    const drawn = (element: Element) =>
      [...element.querySelectorAll("input")].some((input) => getComputedStyle(input).opacity !== "0");
    return [...document.querySelectorAll(marked)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !drawn(element))
      .filter((element) => {
        const group = element.closest("ul, ol, fieldset, [data-quantity]")?.querySelectorAll(element.tagName) ?? [];
        const other = [...group].find((peer) => !peer.matches(marked));
        return other && look(other) === look(element);
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });

/** Returns tab stops without an outline on themselves or on their box. */
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
      const seen = points.some(([x, y]) => {
        const top = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
        return top && (element.contains(top) || top.contains(element) || top.closest("label")?.contains(element));
      });
      return seen ? "seen" : `${element.outerHTML.slice(0, 100)} at ${Math.round(box.top)}`;
    });
    if (stop === "end") return hidden;
    if (stop !== "seen") hidden.push(stop);
  }
  return hidden;
}

// the text spacing of WCAG 1.4.12
const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

test("a main screen has its structure, shows the focus, and follows the system", async ({ library, someoneElse }) => {
  test.setTimeout(180_000);
  const options = { viewport: { width: 1280, height: 600 }, reducedMotion: "reduce" } as const;
  await lookAtAll(
    library.address,
    someoneElse,
    async (page, { name }) => {
      const shape = shapes[name];
      if (shape) await expect.soft(page.locator("body"), name).toMatchAriaSnapshot(shape);
      expect.soft(await movingParts(page), `${name}: moves`).toEqual([]);
      expect.soft(await hiddenStops(page), `${name}: covers the focus`).toEqual([]);
      await page.emulateMedia({ forcedColors: "active" });
      expect.soft(await withoutEdge(page), `${name}: without an edge`).toEqual([]);
      expect.soft(await statesByColor(page), `${name}: a state that only color shows`).toEqual([]);
      expect.soft(await unseenStops(page), `${name}: a focus that nothing shows`).toEqual([]);
      await page.emulateMedia({ forcedColors: "none" });
    },
    options,
  );
});

test("a main screen at 400 % covers no focus and cuts no widely spaced text", async ({ library, someoneElse }) => {
  test.setTimeout(180_000);
  const viewport = { width: 320, height: 400 };
  await lookAtAll(
    library.address,
    someoneElse,
    async (page, { name }) => {
      await page.setViewportSize(viewport);
      expect.soft(await hiddenStops(page), `${name}: covers the focus`).toEqual([]);
      await page.setViewportSize(narrowest);
      expect.soft(await cutTexts(page), `${name}: cut`).toEqual([]);
      await page.addStyleTag({ content: spacing });
      expect.soft(await cutTexts(page), `${name}: cut when spaced widely`).toEqual([]);
    },
    // the content security policy would block the reader's own style
    { viewport, bypassCSP: true },
  );
});

test("the label under an icon of the staff menu stays while the pointer rests on it", async ({ page }) => {
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

/** The kinds of visitors: anonymous, a teacher with an order and a cart, a clerk. */
type Who = "visitor" | "borrower" | "clerk";

/** A main screen: its address, its visitor, and its heading once loaded. */
export type Screen = { name: ScreenName; path: string; who: Who; heading: string | RegExp };

type Opens = (options?: BrowserContextOptions) => Promise<Page>;

async function prepare(address: string) {
  const clerk = await clerkOf(address);
  const borrower = await newBorrower(address, "ten.screens", {
    borrowerName: "Dolores Huerta-Lindqvist",
    schoolName: "Kings River Union Elementary School",
    schoolDistrict: "Kings River Union",
    emailAddress: "dolores@school.example",
    address: { street: "3961 Avenue 400", city: "Kingsburg", state: "CA", zip: "93631" },
  });
  const search = "Inventory/GetInventoryBySearchParams?searchString=&inStockOnly=true";
  const { searchInStockResults } = await clerk.ask<{
    searchInStockResults: { inventoryId: number; title: string; inStock: number }[];
  }>(search);
  // one copy is ordered, one is in the cart
  const item = searchInStockResults.find(({ inStock }) => inStock > 1);
  if (!item) throw new Error("The demonstration has no title with two copies in stock.");
  const add = () => borrower.tell<{ data: string }>(`Cart/AddItemToCart/${item.inventoryId}/1/false`);
  const { data: first } = await add();
  const { id: orderId } = await borrower.tell<{ id: number }>(`Order/SaveOrder/0/${first}`);
  const { data: cartIdentifier } = await add();
  const kept: Record<Who, Record<string, string>> = {
    visitor: {},
    borrower: { ...borrower.kept, cartIdentifier },
    clerk: clerk.kept,
  };
  return { kept, item, orderId, userId: borrower.userId };
}

const prepared = new Map<string, ReturnType<typeof prepare>>();

/** Returns the ten main screens of the library at this address, with content created once for all tests. */
export async function tenScreens(address: string) {
  const library = prepared.get(address) ?? prepare(address);
  prepared.set(address, library);
  const { kept, item, orderId, userId } = await library;
  const screens: Screen[] = [
    { name: "home", path: "/home", who: "visitor", heading: /./ },
    { name: "user home", path: "/user/home", who: "visitor", heading: "Find it, borrow it, teach with it" },
    { name: "inventories", path: "/user/inventories", who: "visitor", heading: "Our Inventory" },
    { name: "view item", path: `/user/viewitem/${item.inventoryId}`, who: "visitor", heading: item.title },
    { name: "login", path: "/user/login", who: "visitor", heading: "Log in" },
    { name: "cart", path: "/user/cartitems", who: "borrower", heading: /cart/i },
    { name: "orders of a borrower", path: `/user/orderlist/${userId}`, who: "borrower", heading: /orders/i },
    { name: "dashboard", path: "/admin/dashboard", who: "clerk", heading: "Dashboard" },
    { name: "orders", path: "/admin/orderlist", who: "clerk", heading: "Orders" },
    { name: "edit order", path: `/admin/editorder/${orderId}`, who: "clerk", heading: `Edit order #${orderId}` },
  ];
  return { screens, kept };
}

/** Visits each of the ten screens; each of the three people has their own page. */
export async function lookAtAll(
  address: string,
  opens: Opens,
  look: (page: Page, screen: Screen) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const { screens, kept } = await tenScreens(address);
  const pages = new Map<Who, Page>();
  for (const screen of screens) {
    const page = pages.get(screen.who) ?? (await opens(options));
    if (!pages.has(screen.who)) await keep(page, kept[screen.who]);
    pages.set(screen.who, page);
    await arrive(page, screen);
    await look(page, screen);
  }
}

async function arrive(page: Page, { path, heading }: Screen): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: heading }).first()).toBeVisible();
  await expect(page.locator("[aria-busy=true], [data-progress]")).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

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
