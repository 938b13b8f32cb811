import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Carousel } from "./carousel.tsx";

const slides = ["Ana", "Bo", "Chi"].map((name) => ({
  key: name,
  content: (
    <p>
      {name} says thanks. <a href="#x">More of {name}</a>
    </p>
  ),
}));

/** Slides are announced only while they do not advance automatically. */
const changesBy = () => document.querySelector("[aria-live]")?.getAttribute("aria-live");
const shown = () => document.querySelector("article:not([inert])")?.textContent ?? "";
const button = (name: string) => page.getByRole("button", { name });

// why: a slide stays for eight seconds, and a test should not take them
beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

/** Lets so many seconds go by. */
async function pass(seconds: number) {
  vi.advanceTimersByTime(seconds * 1000);
  await Promise.resolve();
}

async function started() {
  await render(
    <>
      <Carousel label="Testimonials" slides={slides} />
      <button>Elsewhere</button>
    </>,
  );
  await userEvent.hover(button("Elsewhere"));
}

describe("slides", () => {
  it("change by themselves, and begin again after the last", async () => {
    await started();
    expect(shown()).toContain("Ana");
    await pass(8);
    await expect.poll(shown).toContain("Bo");
    await pass(8);
    await pass(8);
    await expect.poll(shown).toContain("Ana");
  });

  it("wait while the pointer is on them", async () => {
    await started();
    await userEvent.hover(page.getByRole("region", { name: "Testimonials" }));
    await expect.poll(changesBy).toBe("polite");
    await pass(30);
    expect(shown()).toContain("Ana");
  });

  it("stop for good when they are paused or turned by hand", async () => {
    await started();
    await button("Pause Testimonials").click();
    await userEvent.hover(button("Elsewhere"));
    await pass(60);
    expect(shown()).toContain("Ana");
    await expect.element(button("Play Testimonials")).toBeVisible();

    await button("Play Testimonials").click();
    await button("Next Testimonials").click();
    await expect.poll(shown).toContain("Bo");
    await userEvent.hover(button("Elsewhere"));
    await pass(60);
    expect(shown()).toContain("Bo");
  });

  it("are turned by the buttons and by the arrow keys on them, round both ends", async () => {
    await started();
    await button("Previous Testimonials").click();
    await expect.poll(shown).toContain("Chi");
    await userEvent.keyboard("{ArrowRight}");
    await expect.poll(shown).toContain("Ana");
    await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
    await expect.poll(shown).toContain("Bo");
  });

  it("keep what is not shown away from the keyboard and from a screen reader", async () => {
    await started();
    await expect.element(page.getByRole("article", { name: "1 of 3" })).toBeVisible();
    expect(page.getByRole("article").elements()).toHaveLength(1);
    expect(page.getByRole("link").elements()).toHaveLength(1);
  });
});
