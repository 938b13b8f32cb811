import { chromium, type Page } from "@playwright/test";
import { sql } from "kysely";
import { statuses } from "#contract/codes.ts";
import { writeLabel } from "#contract/labels.ts";
import { browserOptions } from "#e2e/browser.ts";
import type { Caller } from "#e2e/steps/api.ts";
import { scanByHand } from "#e2e/steps/keyboard.ts";
import type { Database } from "#server/platform/database.ts";

type Loan = { order_id: number; copy_id: number; sku_number: string; title: string };

/** How long scans take in a real browser, from the last key to the painted answer: each place with its times. */
export async function scansOnScreen(db: Database, clerk: Caller, rounds: number): Promise<[string, number[]][]> {
  const { rows: loans } = await sql<Loan>`
    select order_id, copy_id, sku_number, title from assignments join copies using (copy_id) join orders using (order_id)
    join items on items.item_id = assignments.item_id
    where released_at is null and status_id = ${sql.lit(statuses.shipped)} order by order_id desc limit 400`.execute(
    db,
  );
  const labelOf = ({ copy_id, sku_number }: Loan) => writeLabel({ inventoryItemId: copy_id, skuNumber: sku_number });
  const browser = await chromium.launch(browserOptions());
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, baseURL: clerk.address });
    await clerk.enter(page);
    const at = async (
      path: string,
      from: number,
      codeOf: (loan: Loan) => string,
      answerOf: (loan: Loan) => string,
      field = "body",
    ) => {
      await page.goto(path);
      await page.getByRole("combobox", { name: "Scan or find anything" }).waitFor();
      const times: number[] = [];
      for (const loan of loans.slice(from, from + rounds + 1)) {
        await page.locator(field).first().focus();
        times.push(await timeOfScan(page, codeOf(loan), answerOf(loan)));
      }
      return times.slice(1); // the first one warms up
    };
    const titleOf = ({ title }: Loan) => title;
    return [
      ["screen: label on the return desk", await at("/admin/returns", 0, labelOf, titleOf)],
      ["screen: label on the dashboard", await at("/admin/dashboard", 100, labelOf, titleOf)],
      ["screen: label in a field of the order list", await at("/admin/orderlist", 200, labelOf, titleOf, "main input")],
    ];
  } finally {
    await browser.close();
  }
}

/** From the last key until a frame with the answer has been painted, in milliseconds. */
async function timeOfScan(page: Page, code: string, answer: string): Promise<number> {
  await page.evaluate((words) => {
    const countOf = () => document.body.textContent.split(words).length;
    const before = countOf();
    const painted = new Promise<number>((resolve) => {
      let pressed = 0;
      addEventListener("keydown", ({ key }) => key === "Enter" && (pressed = performance.now()), {
        capture: true,
        once: false,
      });
      const observer = new MutationObserver(() => {
        if (pressed === 0 || countOf() <= before) return;
        observer.disconnect();
        // a message that is posted in a frame arrives after its paint
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener("message", () => resolve(performance.now() - pressed));
          port1.start();
          port2.postMessage(undefined);
        });
      });
      observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    });
    Object.assign(globalThis, { painted });
  }, answer);
  await scanByHand(page, code);
  const late = setTimeout(() => console.error(`No answer yet: ${code}, ${answer}`), 10_000);
  const time = await page.evaluate(async () => Number(await Reflect.get(globalThis, "painted")));
  clearTimeout(late);
  return time;
}
