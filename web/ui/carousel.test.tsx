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
const slideText = () => document.querySelector("article:not([inert])")?.textContent ?? "";
const button = (name: string) => page.getByRole("button", { name });

// a slide stays for eight seconds, which a test should not take
beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

async function pass(seconds: number) {
  vi.advanceTimersByTime(seconds * 1000);
  await Promise.resolve();
}

async function renderCarousel() {
  await render(
    <>
      <Carousel label="Testimonials" slides={slides} />
      <button>Elsewhere</button>
    </>,
  );
  await userEvent.hover(button("Elsewhere"));
}

describe("carousel slides", () => {
  it("advance automatically and start over after the last", async () => {
    await renderCarousel();
    expect(slideText()).toContain("Ana");
    await pass(8);
    await expect.poll(slideText).toContain("Bo");
    await pass(8);
    await pass(8);
    await expect.poll(slideText).toContain("Ana");
  });

  it("pause while the pointer is on them", async () => {
    await renderCarousel();
    await userEvent.hover(page.getByRole("region", { name: "Testimonials" }));
    await expect.poll(changesBy).toBe("polite");
    await pass(30);
    expect(slideText()).toContain("Ana");
  });

  it("stop for good when they are paused or changed by hand", async () => {
    await renderCarousel();
    await button("Pause Testimonials").click();
    await userEvent.hover(button("Elsewhere"));
    await pass(60);
    expect(slideText()).toContain("Ana");
    await expect.element(button("Play Testimonials")).toBeVisible();

    await button("Play Testimonials").click();
    await button("Next Testimonials").click();
    await expect.poll(slideText).toContain("Bo");
    await userEvent.hover(button("Elsewhere"));
    await pass(60);
    expect(slideText()).toContain("Bo");
  });

  it("change with the buttons and the arrow keys, wrapping around both ends", async () => {
    await renderCarousel();
    await button("Previous Testimonials").click();
    await expect.poll(slideText).toContain("Chi");
    await userEvent.keyboard("{ArrowRight}");
    await expect.poll(slideText).toContain("Ana");
    await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
    await expect.poll(slideText).toContain("Bo");
  });

  it("hide the other slides from the keyboard and from screen readers", async () => {
    await renderCarousel();
    await expect.element(page.getByRole("article", { name: "1 of 3" })).toBeVisible();
    expect(page.getByRole("article").elements()).toHaveLength(1);
    expect(page.getByRole("link").elements()).toHaveLength(1);
  });
});
