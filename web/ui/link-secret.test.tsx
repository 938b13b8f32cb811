import { afterEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createBrowserHistory, matchPath, ParamsContext, Router, useLocation } from "#web/ui/router.tsx";
import { useLinkSecret } from "./link-secret.ts";

const secret = "s3cr3t-_".repeat(6).slice(0, 43);
const home = location.pathname + location.search;
afterEach(() => history.replaceState(null, "", home));

function Reset() {
  const { pathname } = useLocation();
  return (
    <ParamsContext value={matchPath("user/reset-password/:token?", pathname) ?? {}}>
      <Page />
    </ParamsContext>
  );
}

const Page = () => <p>Secret: {useLinkSecret() || "none"}</p>;

/** Opens the page at an address, like a click in an email; returns a function that closes it. */
async function open(address: string) {
  history.replaceState(null, "", address);
  return show();
}

async function show() {
  const { unmount } = await render(
    <Router history={createBrowserHistory()}>
      <Reset />
    </Router>,
  );
  return unmount;
}

describe("the secret of an emailed link", () => {
  it.each([`/user/reset-password?next=%2Fnews#${secret}`, `/user/reset-password/${secret}/?next=%2Fnews`])(
    "leaves the address bar and survives a reload: %s",
    async (address) => {
      const close = await open(address);
      await expect.element(page.getByText(`Secret: ${secret}`)).toBeVisible();
      await expect.poll(() => location.href).toBe(`${location.origin}/user/reset-password?next=%2Fnews`);
      await expect.element(page.getByText(`Secret: ${secret}`)).toBeVisible();
      await close();
      await show();
      await expect.element(page.getByText(`Secret: ${secret}`)).toBeVisible();
    },
  );

  it("isn't confused with the target of a skip link", async () => {
    await open("/user/reset-password#main");
    await expect.element(page.getByText("Secret: none")).toBeVisible();
    expect(location.hash).toBe("#main");
  });
});

it("pages opened after an emailed link's page send referrers again", async () => {
  const policies = () => document.head.querySelectorAll('meta[name="referrer"][content="same-origin"]').length;
  const before = policies();
  const close = await open(`/user/reset-password#${secret}`);
  await close();
  expect(policies()).toBe(before + 1);
});
